/**
 * The demo wallet's own panel, at the upper right like an extension's: what is signed, field by field from the
 * object that is handed to the signer, then Reject and Approve.
 */
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  decodeAbiParameters,
  decodeFunctionData,
  erc20Abi,
  formatEther,
  formatUnits,
  parseAbiParameters,
  type Hex,
} from 'viem'
import { nativeCoin } from '@vest/protocol'
import { vaultAbi } from '../../entities/wallet/chainClient.ts'
import { usdcOf, useChains } from '../../entities/wallet/index.ts'
import { formatDateTime, inGroups, shortenAddress } from '../../shared/format/index.ts'
import { Button, KeyValue, Mark } from '../../ui/index.ts'
import { useDemoQuestions, type AskedQuestion } from './demoQuestions.ts'
import type { DemoQuestion, DemoTransaction } from './demoWallet.ts'

export function DemoWalletPrompt() {
  const asked = useDemoQuestions((state) => state.asked[0])
  return asked === undefined ? null : <Prompt asked={asked} />
}

function Prompt({ asked }: { readonly asked: AskedQuestion }) {
  const { t } = useTranslation()
  const { question, answer } = asked
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && answer(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-60 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed z-60 flex animate-rise flex-col border border-line-2 bg-s2 shadow-dlg outline-none max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-[16px] md:top-4 md:right-4 md:w-[360px] md:rounded-[12px]"
        >
          <div className="flex h-12 items-center gap-2 border-b border-line px-4">
            <Mark size={18} />
            <span className="flex-1 text-dense font-medium text-t2">{t('demoWallet.name')}</span>
            <span className="text-dense text-t2">{shortenAddress(question.address)}</span>
          </div>
          <div className="min-h-0 overflow-y-auto px-4 pt-4 pb-2">
            <Radix.Title className="mb-3 text-title font-semibold">
              {t(`demoWallet.${question.kind}.title`)}
            </Radix.Title>
            <Details question={question} />
          </div>
          <div className="grid grid-cols-2 gap-2 p-4 pt-2">
            <Button size="lg" onClick={() => answer(false)}>
              {t('demoWallet.reject')}
            </Button>
            <Button size="lg" variant="ink" onClick={() => answer(true)}>
              {t(
                question.kind === 'connect'
                  ? 'demoWallet.connect.approve'
                  : question.kind === 'transaction'
                    ? 'demoWallet.transaction.approve'
                    : 'demoWallet.sign',
              )}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Details({ question }: { readonly question: DemoQuestion }) {
  const { t } = useTranslation()
  switch (question.kind) {
    case 'connect':
      return (
        <>
          <p className="text-body text-t2">{t('demoWallet.connect.text')}</p>
          <Groups text={question.address} />
        </>
      )
    case 'message':
      return (
        <>
          <p className="text-body text-t2">{t('demoWallet.message.text')}</p>
          <Groups text={question.message} />
        </>
      )
    case 'typed-data': {
      const { domain, primaryType, message } = question.typedData
      return (
        <>
          <p className="mb-2 text-body text-t2">{t('demoWallet.typed-data.text')}</p>
          <Well>
            {[['', primaryType] as const, ...Object.entries(domain ?? {}), ...Object.entries(message)].map(
              ([name, value]) => (
                <KeyValue key={name} label={name === '' ? t('demoWallet.typed-data.type') : name}>
                  <Value value={value} />
                  {name === 'signerExpiry' && (
                    <span className="block text-caption text-t3">{formatDateTime(Number(value))}</span>
                  )}
                </KeyValue>
              ),
            )}
          </Well>
        </>
      )
    }
    case 'transaction':
      return <TransactionDetails transaction={question.transaction} />
  }
}

function TransactionDetails({ transaction }: { readonly transaction: DemoTransaction }) {
  const { t } = useTranslation()
  const call = readCall(transaction)
  const coin = nativeCoin(transaction.chainId).symbol
  const tokens = (useChains().data ?? []).map(usdcOf)
  const token = tokens.find((item) => item?.address.toLowerCase() === transaction.to.toLowerCase())
  return (
    <Well>
      <KeyValue label={t('demoWallet.transaction.call')}>{call.name}</KeyValue>
      {call.amount !== undefined && call.decimals(token?.decimals) !== undefined && (
        <KeyValue label={t('demoWallet.transaction.amount')}>
          {formatUnits(call.amount, call.decimals(token?.decimals)!)} USDC
        </KeyValue>
      )}
      {call.to !== undefined && (
        <KeyValue label={t('demoWallet.transaction.recipient')}>
          <Value value={call.to} />
        </KeyValue>
      )}
      <KeyValue label={t('demoWallet.transaction.to')}>
        <Value value={transaction.to} />
      </KeyValue>
      <KeyValue label={t('demoWallet.transaction.value')}>
        {formatEther(transaction.value)} {coin}
      </KeyValue>
      <KeyValue label={t('demoWallet.transaction.fee')}>
        ≤ {feeText(transaction.gas * transaction.maxFeePerGas)} {coin}
      </KeyValue>
    </Well>
  )
}

interface Call {
  readonly name: string
  /** Receiver and amount of a token transfer or of a withdrawal. */
  readonly to?: Hex
  readonly amount?: bigint
  /** Decimals of the amount, given those of the token that is called; undefined where it is no token of ours. */
  readonly decimals: (ofToken: number | undefined) => number | undefined
}

/** The signed request of a withdrawal; its size has 6 decimals on every chain. */
const REQUEST = parseAbiParameters(
  'uint256 time, uint256 nonce, bool isDeposit, address account, address recipient, address token, uint256 size, uint256 chainId',
)

/** The call in words where it is one of those that this app makes; else its four bytes. */
function readCall({ data }: DemoTransaction): Call {
  try {
    const call = decodeFunctionData({ abi: [...erc20Abi, ...vaultAbi], data })
    if (call.functionName === 'transfer')
      return { name: 'transfer', to: call.args[0], amount: call.args[1], decimals: (ofToken) => ofToken }
    if (call.functionName !== 'withdraw') return { name: call.functionName, decimals: () => undefined }
    const [, , , , recipient, , size] = decodeAbiParameters(REQUEST, call.args[0])
    return { name: 'withdraw', to: recipient, amount: size, decimals: () => 6 }
  } catch {
    // A call of a contract that this app does not know: shown by its selector.
    return { name: data.slice(0, 10), decimals: () => undefined }
  }
}

/** Six decimals, rounded up: a fee is never shown smaller than it may be. */
function feeText(wei: bigint): string {
  const step = 10n ** 12n
  return formatEther(((wei + step - 1n) / step) * step)
}

const Well = ({ children }: { readonly children: ReactNode }) => (
  <div className="mt-2 rounded-[8px] bg-s3 px-[14px] py-2">{children}</div>
)

/** Addresses and hashes short with the whole at hand; everything else as it stands. */
function Value({ value }: { readonly value: unknown }) {
  const text = String(value)
  return /^0x[0-9a-fA-F]{12,}$/.test(text) ? <span title={text}>{shortenAddress(text, 6)}</span> : <>{text}</>
}

/** Long hex in groups of four, so that eyes can compare it. */
const Groups = ({ text }: { readonly text: string }) => (
  <p className="mt-2 rounded-[8px] bg-s3 px-[14px] py-3 text-dense break-words">{inGroups(text)}</p>
)
