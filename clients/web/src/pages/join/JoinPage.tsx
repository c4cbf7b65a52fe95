/**
 * The target of a referral link ([2.9]): /join/{code}?symbol= . A visitor's code is kept in this browser and joined with
 * after the log-in, whenever that is; who is logged in is asked once. A market that the link names is where it leads.
 */
import { REFUSAL } from '@vest/protocol'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Check, Lock, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount } from '../../entities/account/index.ts'
import { ChangePercent, MarketLogo, useMarket, useTicker } from '../../entities/market/index.ts'
import {
  joinWith,
  keepCode,
  readCode,
  storedCode,
  useReferrals,
  useRefreshReferrals,
  joinRefusalText,
} from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { errorText, joinSentences } from '../../shared/i18n/index.ts'
import { Button, KeyValue, Mark, Skeleton, TextField } from '../../ui/index.ts'

const codeRoute = getRouteApi('/join/$refCode')
const bareRoute = getRouteApi('/join')

export function JoinPage() {
  const { refCode } = codeRoute.useParams()
  const { symbol } = codeRoute.useSearch()
  return <Join text={refCode} symbol={symbol} />
}

/** Without a code: one that waits, or one that is typed. */
export function BareJoinPage() {
  const { symbol } = bareRoute.useSearch()
  return <Join text={storedCode() ?? ''} symbol={symbol} />
}

/** `text` is what the link bears, code or not. */
export function Join({ text, symbol }: { readonly text: string; readonly symbol: string | undefined }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const status = useSession((state) => state.status)
  const isCapital = useIsCapitalAccount()
  const code = readCode(typed ?? text)
  useEffect(() => {
    document.title = `${t('referral.join')} · ${t('app.name')}`
  }, [t])
  const isVisitor = status === 'visitor' || status === 'needs-registration'
  // Kept before and through registration, whatever happens to this page meanwhile.
  useEffect(() => {
    if (code !== undefined && isVisitor) keepCode(code)
  }, [code, isVisitor])

  if (code === undefined)
    return <EnterCode wrong={(typed ?? text) === '' ? undefined : (typed ?? text)} onCode={setTyped} />
  if (status === 'connecting')
    return (
      <Frame>
        <div aria-busy="true" className="w-full">
          <Skeleton className="h-40 w-full" />
        </div>
      </Frame>
    )
  if (isVisitor) return <Visitor code={code} symbol={symbol} />
  if (isCapital) return <ForPrimary code={code} />
  return <Member code={code} symbol={symbol} onAnother={() => setTyped('')} />
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto my-16 flex w-full max-w-[480px] flex-col items-center px-4 max-md:my-6">
      <div className="flex w-full flex-col items-center rounded-[12px] border border-line bg-s1 px-6 py-8 text-center">
        {children}
      </div>
    </main>
  )
}

const Title = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <h1 className="mt-4 text-figure font-semibold">{title}</h1>
    <p className="mt-2 mb-4 text-body text-t2">{text}</p>
  </>
)

const Disc = ({ tone, children }: { readonly tone: string; readonly children: ReactNode }) => (
  <span aria-hidden="true" className={`flex size-12 items-center justify-center rounded-full ${tone}`}>
    {children}
  </span>
)

function Terms({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  return (
    <div className="w-full rounded-[8px] bg-s3 px-[14px] py-2">
      <KeyValue label={t('referral.code')} className="leading-[26px]">
        <b className="font-semibold">{code}</b>
      </KeyValue>
      <KeyValue label={t('referral.yourFees')} className="leading-[26px]">
        {t('referral.less')}
      </KeyValue>
    </div>
  )
}

/** The market that the link names, with its price of now. */
function Target({ symbol }: { readonly symbol: string | undefined }) {
  const market = useMarket(symbol)
  const ticker = useTicker(symbol)
  if (market === undefined) return null
  return (
    <div className="mt-2 flex w-full items-center gap-3 rounded-[8px] bg-s3 px-[14px] py-[10px] text-left">
      <MarketLogo market={market} size={26} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{market.label}</span>
        <span className="block truncate text-caption text-t2">{market.displayName}</span>
      </span>
      <span className="text-right">
        <span className="block font-medium">{formatPrice(ticker?.markPrice, market.priceDecimals)}</span>
        <ChangePercent ticker={ticker} className="text-caption" />
      </span>
    </div>
  )
}

function Visitor({ code, symbol }: { readonly code: string; readonly symbol: string | undefined }) {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  return (
    <Frame>
      <Mark size={32} />
      <Title title={t('referral.youAreInvited')} text={t('referral.invitedText', { code })} />
      <Terms code={code} />
      <Target symbol={symbol} />
      <Button size="xl" variant="ink" className="mt-6" onClick={() => openDialog('sign-in')}>
        {t('referral.loginToJoin')}
      </Button>
    </Frame>
  )
}

function ForPrimary({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  return (
    <Frame>
      <Disc tone="bg-s3 text-t2">
        <Lock size={22} strokeWidth={1.8} />
      </Disc>
      <Title title={t('referral.notForCapital')} text={t('referral.notForCapitalText', { code })} />
      <Terms code={code} />
      <Button size="xl" className="mt-6" onClick={() => openDialog('account')}>
        {t('referral.switchToPrimary')}
      </Button>
    </Frame>
  )
}

interface MemberProps {
  readonly code: string
  readonly symbol: string | undefined
  readonly onAnother: () => void
}

/** Logged in: the account has joined, may join, or cannot. */
function Member({ code, symbol, onAnother }: MemberProps) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const refresh = useRefreshReferrals()
  const { data } = useReferrals()
  const [isJoining, setIsJoining] = useState(false)
  const [failure, setFailure] = useState<number>()
  if (data === undefined)
    return (
      <Frame>
        <div aria-busy="true" className="w-full">
          <Skeleton className="h-40 w-full" />
        </div>
      </Frame>
    )
  if (data.referred_by === code) return <Joined code={code} symbol={symbol} />
  const reason = joinRefusalText(t, data, code)
  if (reason !== undefined)
    return (
      <Refused
        code={code}
        number={REFUSAL.REFERRAL_ALREADY_USED}
        text={reason}
        onAnother={data.referred_by === null && data.can_join ? onAnother : undefined}
      />
    )
  if (failure !== undefined)
    return <Refused code={code} number={failure} text={errorText(t, failure)} onAnother={onAnother} />
  const join = async (): Promise<void> => {
    setIsJoining(true)
    const end = await joinWith(client, code)
    setIsJoining(false)
    if (end.kind === 'joined') return refresh()
    setFailure(end.code ?? 0)
  }
  return (
    <Frame>
      <Mark size={32} />
      <Title title={t('referral.joinWith', { code })} text={t('referral.joinOnce')} />
      <Terms code={code} />
      <Target symbol={symbol} />
      <div className="mt-6 grid w-full grid-cols-2 gap-2">
        <TradeLink symbol={symbol} isQuiet>
          {t('referral.notNow')}
        </TradeLink>
        <Button size="xl" variant="ink" isBusy={isJoining} onClick={() => void join()}>
          {t('referral.join')}
        </Button>
      </div>
    </Frame>
  )
}

function Joined({ code, symbol }: { readonly code: string; readonly symbol: string | undefined }) {
  const { t } = useTranslation()
  const market = useMarket(symbol)
  return (
    <Frame>
      <Disc tone="bg-ok-tint text-ok">
        <Check size={24} strokeWidth={2} />
      </Disc>
      <Title title={t('referral.joined', { code })} text={t('referral.joinedText')} />
      <Target symbol={symbol} />
      <div className="mt-6 w-full">
        <TradeLink symbol={symbol}>
          {market === undefined ? t('referral.toTrading') : t('referral.trade', { market: market.label })}
        </TradeLink>
      </div>
    </Frame>
  )
}

interface RefusedProps {
  readonly code: string
  readonly number: number
  readonly text: string
  /** Present where another code could do. */
  readonly onAnother: (() => void) | undefined
}

function Refused({ code, number, text, onAnother }: RefusedProps) {
  const { t } = useTranslation()
  return (
    <Frame>
      <Disc tone="bg-err-tint text-err">
        <X size={24} strokeWidth={2} />
      </Disc>
      <Title title={t('referral.failed')} text={joinSentences(text, t('referral.worksAsBefore'))} />
      <div className="w-full rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('referral.code')} className="leading-[26px]">
          {code}
        </KeyValue>
        <KeyValue label={t('referral.reason')} className="leading-[26px]">
          {number}
        </KeyValue>
      </div>
      <div className={`mt-6 grid w-full gap-2 ${onAnother === undefined ? '' : 'grid-cols-2'}`}>
        {onAnother !== undefined && (
          <Button size="xl" onClick={onAnother}>
            {t('referral.enterCode')}
          </Button>
        )}
        <TradeLink symbol={undefined}>{t('referral.toTrading')}</TradeLink>
      </div>
    </Frame>
  )
}

function EnterCode({
  wrong,
  onCode,
}: {
  readonly wrong: string | undefined
  readonly onCode: (code: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  return (
    <Frame>
      <Mark size={32} />
      <Title title={t('referral.invited')} text={t('referral.codeForm')} />
      <form
        className="flex w-full items-start gap-2 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          const code = readCode(text)
          setIsWrong(code === undefined)
          if (code !== undefined) onCode(code)
        }}
      >
        <TextField
          className="min-w-0 flex-1"
          aria-label={t('referral.code')}
          name="refCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={text}
          error={isWrong ? t('referral.codeForm') : undefined}
          onChange={(next) => {
            setIsWrong(false)
            setText(next.toUpperCase())
          }}
        />
        <Button type="submit" variant="ink" className="h-11! max-md:h-12!" isBlocked={text === ''}>
          {t('referral.continue')}
        </Button>
      </form>
      {wrong !== undefined && (
        <p role="status" className="mt-3 text-dense break-all text-t3">
          {t('referral.noCode', { text: wrong.slice(0, 40) })}
        </p>
      )}
    </Frame>
  )
}

function TradeLink({
  symbol,
  isQuiet = false,
  children,
}: {
  readonly symbol: string | undefined
  readonly isQuiet?: boolean
  readonly children: ReactNode
}) {
  const market = useMarket(symbol)
  const look = isQuiet ? 'border border-line-2 text-t1 hover:bg-s3' : 'bg-ink text-on-ink'
  const className = `press inline-flex h-12 w-full items-center justify-center rounded-[6px] px-4 text-button font-semibold ${look}`
  return market === undefined ? (
    <Link to="/trade" className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/trade/$symbol" params={{ symbol: market.symbol }} className={className}>
      {children}
    </Link>
  )
}
