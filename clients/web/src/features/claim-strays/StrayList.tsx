/**
 * What arrived for the account and is credited to no account: other tokens and coins at its deposit address, which go to its own
 * address for a press, and USDC of a sender without an account, which waits for that sender. Tokens bear the exchange's
 * own names alone; what a token calls itself is never shown.
 */
import { REFUSAL, type ChainInfo, type StrayRow } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isAddress } from 'viem'
import { useSession } from '../../entities/session/index.ts'
import { TransactionHash } from '../../entities/transfer/index.ts'
import { chainName, explorerLink } from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, FormError, showToast, TextField } from '../../ui/index.ts'

/** No event tells of them; the list is read anew while it is open. */
const LOOK_EVERY_MS = 15_000

export function StrayList({ chains }: { readonly chains: readonly ChainInfo[] | undefined }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const [text, setText] = useState('')
  const [sender, setSender] = useState<string>()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['private', 'strays', account, sender],
    queryFn: () => client.strays({ sender }),
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: (before) => before,
    enabled: isReady,
  })
  const [isAsked, setIsAsked] = useState(false)
  const isWrong = isAsked && !isAddress(text.trim(), { strict: false })
  const look = (event: FormEvent): void => {
    event.preventDefault()
    setIsAsked(true)
    const address = text.trim()
    if (!isAddress(address, { strict: false })) return
    if (address.toLowerCase() === sender) void refetch()
    else setSender(address.toLowerCase())
  }
  if (!isReady) return null
  const rows = data?.rows ?? []
  const waits = rows.some(({ kind }) => kind === 'SENDER')
  const nameOf = (chainId: number): string => chainName(chains, chainId)
  return (
    <section aria-labelledby="strays" className="mt-3 rounded-[10px] border border-line bg-s1">
      <div className="px-4 py-3">
        <h2 id="strays" className="font-semibold">
          {t('strays.title')}
        </h2>
        <p className="text-dense text-t2">{t('strays.lead')}</p>
      </div>
      <ul aria-live="polite">
        {rows.map((row) => (
          <li
            key={`${row.chainId} ${row.kind} ${row.token ?? ''} ${row.txHash ?? ''}`}
            className="border-t border-line px-4 py-3"
          >
            <Stray row={row} chain={chains?.find(({ chainId }) => chainId === row.chainId)} />
          </li>
        ))}
      </ul>
      {(isError || (data?.unread.length ?? 0) > 0) && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-dense">
          <p role="status" className="min-w-0 flex-1 text-t2">
            {isError
              ? t('strays.failed')
              : t('strays.unread', { networks: data?.unread.map(nameOf).join(', ') })}
          </p>
          <Button size="xs" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      <form onSubmit={look} className="border-t border-line px-4 py-3">
        <p className="mb-2 flex gap-2 text-dense text-t2">
          <CircleHelp size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />
          {t('strays.senderLead')}
        </p>
        <div className="flex gap-2 max-md:flex-col">
          <TextField
            className="min-w-0 flex-1"
            size="pair"
            name="sender"
            aria-label={t('strays.senderLabel')}
            placeholder="0x"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={text}
            onChange={(value) => {
              setText(value)
              setIsAsked(false)
            }}
            error={isWrong ? t('strays.senderWrong') : undefined}
          />
          <Button type="submit">{t('strays.look')}</Button>
        </div>
        {sender !== undefined &&
          sender === text.trim().toLowerCase() &&
          !isFetching &&
          !isError &&
          !waits && (
            <p role="status" className="mt-2 text-dense text-t2">
              {t('strays.senderNothing', { address: shortenAddress(sender) })}
            </p>
          )}
      </form>
    </section>
  )
}

function Stray({ row, chain }: { readonly row: StrayRow; readonly chain: ChainInfo | undefined }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address) ?? ''
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [failure, setFailure] = useState<string>()
  const [txHash, setTxHash] = useState<string>()
  const network = chain?.name ?? String(row.chainId)
  const amount = row.amount.includes('.') ? row.amount.replace(/\.?0+$/, '') : row.amount
  const name = row.symbol ?? t('strays.otherToken', { address: shortenAddress(row.token ?? '') })
  const claim = async (): Promise<void> => {
    setState('sending')
    setFailure(undefined)
    try {
      const answer = await client.claimStray({ chainId: row.chainId, token: row.token })
      setTxHash(answer.txHash)
      setState('sent')
      showToast({
        key: `stray ${answer.txHash}`,
        tone: 'ok',
        title: t('strays.sentTitle'),
        text: t('strays.sentText', { amount, name, address: shortenAddress(account), network }),
      })
    } catch (error) {
      setState('idle')
      setFailure(
        error instanceof ApiError && (error.code === REFUSAL.INVALID_PARAMETER || error.code === 0)
          ? t('strays.refused')
          : errorText(t, error instanceof ApiError ? error.code : REFUSAL.CREATE_ORDER_TIMEOUT),
      )
    }
  }
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words" title={row.token ?? undefined}>
            {amount} {name}
          </p>
          <p className="text-dense text-t2">
            {row.kind === 'SENDER'
              ? t('strays.waitsForSender', { network, address: shortenAddress(row.sender ?? '') })
              : t('strays.liesThere', { network })}
          </p>
        </div>
        {row.claimable &&
          (txHash === undefined ? (
            <Button variant="ink" isBusy={state === 'sending'} onClick={() => void claim()}>
              {t('strays.claim')}
            </Button>
          ) : (
            <TransactionHash hash={txHash} link={explorerLink(chain, txHash)} />
          ))}
      </div>
      {row.claimable && state !== 'sent' && (
        <p className="mt-1 text-caption text-t2">
          {t('strays.claimText', { address: shortenAddress(account), network })}
        </p>
      )}
      <FormError text={failure} />
    </>
  )
}
