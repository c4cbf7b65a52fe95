/** Which ways back into the embedded wallet were saved, and saving one: what is typed or kept stays in the wallet's frame. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FrameMethod, FrameParams, RecoveryMethod } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { FrameError } from '../embedded/frameClient.ts'
import { useSession } from '../session/index.ts'
import { showToast } from '../../ui/index.ts'
import { frameErrorText } from '../embedded/frameErrorText.ts'
import { useEmbeddedCall } from '../embedded/useEmbedded.ts'

export interface WayBack {
  /** False: the account is of no embedded wallet. */
  readonly isEmbedded: boolean
  /** Undefined until the frame has said so. */
  readonly methods: readonly RecoveryMethod[] | undefined
  readonly isUnknown: boolean
  save(): void
  /** Asks the frame for something that the trader answers there; `done` says that it was. */
  ask<M extends FrameMethod>(method: M, params: FrameParams<M>, done: string): void
}

export function useWayBack(): WayBack {
  const { t } = useTranslation()
  const email = useSession((state) => state.email)
  const call = useEmbeddedCall()
  const queries = useQueryClient()
  const { data, isError } = useQuery({
    queryKey: ['private', 'wayBack', email],
    queryFn: async () => (await call('session.resume', {})).user?.wallet?.recoveryMethods ?? [],
    enabled: email !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const ask: WayBack['ask'] = (method, params, done) =>
    void call(method, params)
      .then(
        () => showToast({ tone: 'ok', title: done }),
        (error: unknown) => {
          if (error instanceof FrameError && error.failure === 'userExited') return
          showToast({ tone: 'err', title: frameErrorText(t, error) })
        },
      )
      .finally(() => {
        for (const key of ['wayBack', 'passkeys'])
          void queries.invalidateQueries({ queryKey: ['private', key] })
      })
  return {
    isEmbedded: email !== undefined,
    methods: data,
    isUnknown: isError,
    save: () => ask('recovery.save', {}, t('wallet.recoverySaved')),
    ask,
  }
}
