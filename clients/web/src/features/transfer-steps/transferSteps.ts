/**
 * The way of a transfer, step by step, from its record and from what the exchange tells of its progress. A step is named
 * by what happens in it; which words and links that has is the view's.
 */
import { CHAIN_SOLANA, isDeposit, REFUSAL } from '@vest/protocol'
import type { StepState } from '../../entities/transfer/index.ts'
import type { Transfer } from '../../live/index.ts'

export const STEP_NAMES = [
  'announced',
  'seen',
  'credited',
  'asked',
  'refused',
  'waits',
  'held',
  'signed',
  'claimed',
  'sent',
  'burned',
  'attested',
  'made',
  'final',
  'orphaned',
  'void',
  'returned',
] as const
export type StepName = (typeof STEP_NAMES)[number]

export interface TransferStep {
  readonly name: StepName
  readonly state: StepState
  /** When it happened, or will at the latest known. */
  readonly timeMs?: number
  readonly tx?: { readonly chainId: number; readonly hash: string }
}

/** What its owner can do, or has to wait for. */
export type TransferTask = 'claim' | 'wait' | 'again' | 'none'

export function transferSteps(transfer: Transfer): readonly TransferStep[] {
  if (transfer.type === 'DEPOSIT') return depositSteps(transfer)
  if (transfer.type === 'WITHDRAW') return withdrawalSteps(transfer)
  const name = isDeposit(transfer.type) ? 'credited' : 'asked'
  return [{ name, state: transfer.status === 'REJECTED' ? 'failed' : 'done', timeMs: transfer.postTimeMs }]
}

export function taskOf({ type, status, progress }: Transfer): TransferTask {
  if (type === 'WITHDRAW' && status === 'REJECTED') return 'again'
  if (type === 'WITHDRAW' && status === 'VERIFIED' && (progress?.waitsFor ?? 'CLAIM') === 'CLAIM')
    return 'claim'
  return status === 'NEW' || progress !== undefined ? 'wait' : 'none'
}

function depositSteps(transfer: Transfer): readonly TransferStep[] {
  const { status, postTimeMs, progress } = transfer
  const tx = transactionOf(transfer)
  const seen: TransferStep =
    tx === undefined ? { name: 'seen', state: 'active' } : { name: 'seen', state: 'done', tx }
  const announced: readonly TransferStep[] =
    tx === undefined ? [{ name: 'announced', state: 'done', timeMs: postTimeMs }] : []
  if (status === 'REJECTED')
    return [
      ...announced,
      ...(tx === undefined ? [] : [seen]),
      { name: tx === undefined ? 'refused' : 'orphaned', state: 'failed' },
    ]
  const isCredited = status === 'FILLED'
  const credited: TransferStep = isCredited
    ? { name: 'credited', state: 'done', timeMs: postTimeMs }
    : { name: 'credited', state: 'waiting' }
  const isFinal = isCredited && progress === undefined
  const final: TransferStep = {
    name: 'final',
    state: isFinal ? 'done' : tx === undefined ? 'waiting' : 'active',
  }
  // Too much at once to be credited before it is final.
  return isCredited || tx === undefined ? [...announced, seen, credited, final] : [seen, final, credited]
}

function withdrawalSteps(transfer: Transfer): readonly TransferStep[] {
  const { status, code, postTimeMs, eligibleTimeMs, progress } = transfer
  const asked: TransferStep = { name: 'asked', state: 'done', timeMs: postTimeMs }
  if (status === 'REJECTED')
    return code === REFUSAL.TRANSFER_EXECUTION_FAILED
      ? [asked, { name: 'void', state: 'failed' }, { name: 'returned', state: 'done' }]
      : [{ name: 'refused', state: 'failed', timeMs: postTimeMs }]
  const at = stageOf(transfer)
  const stateOf = (stage: Stage): StepState =>
    at === 'done' || STAGES.indexOf(stage) < STAGES.indexOf(at) ? 'done' : stage === at ? 'active' : 'waiting'
  const isHeld = progress?.waitsFor === 'BREAKER' || progress?.waitsFor === 'RESERVES'
  const waits: readonly TransferStep[] =
    eligibleTimeMs !== undefined && !isHeld
      ? [{ name: 'waits', state: stateOf('waits'), timeMs: eligibleTimeMs }]
      : isHeld
        ? [
            {
              name: 'held',
              state: 'active',
              ...(progress.until === null || progress.until === progress.deadline
                ? {}
                : { timeMs: progress.until }),
            },
          ]
        : []
  const signed: TransferStep = {
    name: 'signed',
    state: stateOf('signed'),
    ...(progress === undefined || progress.signedTime === null ? {} : { timeMs: progress.signedTime }),
  }
  const isClaim = status === 'VERIFIED' || progress?.execute === false
  const tx = transactionOf(transfer)
  const isSolana = transfer.chainId === CHAIN_SOLANA
  const sent: TransferStep = {
    name: isSolana ? 'burned' : isClaim ? 'claimed' : 'sent',
    state: stateOf('sent'),
    ...(isSolana ? burnOf(transfer) : tx && { tx }),
  }
  const expected = transfer.payout?.expectedTime
  const rest: readonly TransferStep[] = isSolana
    ? [
        {
          name: 'attested',
          state:
            at === 'done' || transfer.payout?.attested === true
              ? 'done'
              : transfer.payout === undefined
                ? 'waiting'
                : 'active',
        },
        {
          name: 'made',
          state: at === 'done' ? 'done' : transfer.payout?.attested === true ? 'active' : 'waiting',
          ...(at === 'done' ? tx && { tx } : expected !== undefined && { timeMs: expected }),
        },
      ]
    : [{ name: 'final', state: stateOf('final') }]
  return [asked, ...waits, signed, sent, ...rest]
}

const STAGES = ['waits', 'signed', 'sent', 'final', 'done'] as const
type Stage = (typeof STAGES)[number]

/** The stage that is under way. */
function stageOf({ status, progress }: Transfer): Stage {
  if (status === 'FILLED') return 'done'
  switch (progress?.waitsFor) {
    case 'TIME':
    case 'BREAKER':
    case 'RESERVES':
      return 'waits'
    case 'CONFIRMATIONS':
    case 'SOLANA':
      return 'final'
    case 'FUNDS':
    case 'CAP':
    case 'KEEPER':
    case 'CLAIM':
      return 'sent'
    case 'VALIDATORS':
    case 'DEADLINE':
    case undefined:
      return status === 'VERIFIED' ? 'sent' : 'signed'
  }
}

function transactionOf({ chainId, txHash, progress }: Transfer): TransferStep['tx'] {
  const hash = txHash ?? progress?.block?.txHash
  return hash === undefined ? undefined : { chainId, hash }
}

const burnOf = ({ payout }: Transfer): Partial<TransferStep> =>
  payout === undefined
    ? {}
    : { timeMs: payout.burnTime, tx: { chainId: payout.burnChainId, hash: payout.burnTxHash } }
