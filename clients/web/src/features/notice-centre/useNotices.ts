/** What the exchange has told the account. The private channel tells that it has changed; without that channel it is asked for. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { NoticesResponse } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive } from '../../live/index.ts'

const WITHOUT_FEED_EVERY_MS = 10_000
const NOTICES = 'notices'

export function useNotices() {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const isHeard = useFrame(useLive().connection, ({ privateHealth }) => privateHealth === 'healthy')
  const queries = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [NOTICES, address],
    queryFn: () => client.notices(),
    enabled: isReady,
    staleTime: 0,
    refetchInterval: isHeard ? false : WITHOUT_FEED_EVERY_MS,
    // The browser tells what comes while the tab is behind others.
    refetchIntervalInBackground: true,
  })
  const ask = useCallback(() => void refetch(), [refetch])
  const markRead = useCallback(
    async (noticeIds?: readonly string[]): Promise<void> => {
      queries.setQueryData<NoticesResponse>([NOTICES, address], (held) => held && readOf(held, noticeIds))
      await client.readNotices(noticeIds ?? null).catch(() => undefined)
      await queries.invalidateQueries({ queryKey: [NOTICES, address] })
    },
    [client, queries, address],
  )
  return { data, ask, isHeard, markRead, retry: isError && !isFetching ? ask : undefined }
}

/** The list as it is once these, or all, are read. */
export function readOf(held: NoticesResponse, noticeIds: readonly string[] | undefined): NoticesResponse {
  const notices = held.notices.map((notice) =>
    noticeIds === undefined || noticeIds.includes(notice.noticeId) ? { ...notice, read: true } : notice,
  )
  return { notices, unread: notices.filter(({ read }) => !read).length }
}

export function useNoticeSettings() {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const queries = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['notice-settings', address],
    queryFn: () => client.noticeSettings(),
    enabled: isReady,
  })
  return {
    data,
    put: (settings: NonNullable<typeof data>) => queries.setQueryData(['notice-settings', address], settings),
    retry: isError && !isFetching ? () => void refetch() : undefined,
  }
}
