/**
 * GET and POST /account/addressBook: where the owner lets money leave for. A change is signed by the primary key itself:
 * no key of a session or of a program changes the list that would bind it.
 */
import type { AddressBookChange, AddressBookView, SavedPlace } from '@vest/engine'
import {
  ADDRESS_LABEL,
  ADDRESS_LABEL_MAX,
  addressBookRequest,
  CHAIN_SOLANA,
  isSolanaAddress,
  REFUSAL,
  WITHDRAWAL_LOCK_MAX_DAYS,
  type AddressBookRequest,
  type AddressBookResponse,
  type Hex,
  type SignedAddressBook,
} from '@vest/protocol'
import type { StoredTransfer } from '@vest/runtime'
import type { Caller } from '../../caller.ts'
import type { Edge } from '../../edge.ts'
import { tellOwner } from '../../identity/tellOwner.ts'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../../orders/accountWrite.ts'
import { isForeignAddress } from '../../orders/withdrawTarget.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { barCapital } from '../capitalAccounts.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'
import { barSolana } from '../solanaAccounts.ts'

const DAY_MS = 86_400_000
const PAID_OF_MAX = 1_000

export const getAccountAddressBook = keyRoute('addressBook', (edge, _request, caller) =>
  answerOf(edge, caller),
)

export const postAccountAddressBook = keyRoute('changeAddressBook', async (edge, request, caller) => {
  const body = readBody(addressBookRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const barred = (await barCapital(edge, caller)) ?? (await barSolana(edge, caller))
  if (barred) return barred
  const change = changeOf(edge, body.order)
  if (isRefusal(change)) return change
  const { time, nonce } = admitted
  const action: SignedAddressBook = {
    kind: 'addressBook',
    time,
    nonce,
    account: caller.account,
    change: change.kind,
    ...signedParts(change),
  }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  const done = await submitWrite(edge, { kind: 'ChangeAddressBook', ...signed, change })
  if (isRefusal(done)) return done
  const { recipient, label, days } = action
  const told = { kind: 'addressBook', change: change.kind, recipient, label, days } as const
  await tellOwner(edge, caller, told, request)
  return answerOf(edge, caller)
})

/** As the tuple carries it. */
function signedParts(
  change: AddressBookChange,
): Pick<SignedAddressBook, 'recipient' | 'chain' | 'label' | 'days'> {
  const none = { recipient: '', chain: '', label: '', days: 0 }
  switch (change.kind) {
    case 'SAVE':
      return { ...none, recipient: change.recipient, chain: chainText(change), label: change.label }
    case 'REMOVE':
      return { ...none, recipient: change.recipient, chain: chainText(change) }
    case 'LOCK':
      return { ...none, days: change.durationMs / DAY_MS }
    case 'LIST_ON':
    case 'LIST_OFF':
      return none
  }
}

const chainText = ({ chainId }: SavedPlace): string => (chainId === undefined ? 'EVM' : String(chainId))

function changeOf(
  edge: Pick<Edge, 'chains' | 'outside'>,
  order: AddressBookRequest['order'],
): AddressBookChange | Refusal {
  const { change: kind, label, days } = order
  const surplus = FIELDS.find((field) => (order[field] ?? null) !== null && !FIELDS_OF[kind].includes(field))
  if (surplus !== undefined) return refuse(REFUSAL.INVALID_PARAMETER, `${kind} takes no ${surplus}`)
  if (kind === 'LIST_ON' || kind === 'LIST_OFF') return { kind }
  if (kind === 'LOCK')
    return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= WITHDRAWAL_LOCK_MAX_DAYS
      ? { kind, durationMs: days * DAY_MS }
      : refuse(
          REFUSAL.INVALID_PARAMETER,
          `order.days must be a whole number from 1 to ${WITHDRAWAL_LOCK_MAX_DAYS}`,
        )
  const place = placeOf(edge, order)
  if (isRefusal(place)) return place
  if (kind === 'REMOVE') return { kind, ...place }
  return typeof label === 'string' && ADDRESS_LABEL.test(label) && label.length <= ADDRESS_LABEL_MAX
    ? { kind, label, ...place }
    : refuse(REFUSAL.INVALID_PARAMETER, `order.label must have 1 to ${ADDRESS_LABEL_MAX} visible characters`)
}

const FIELDS = ['recipient', 'chainId', 'label', 'days'] as const
const FIELDS_OF: Readonly<Record<AddressBookChange['kind'], readonly string[]>> = {
  SAVE: ['recipient', 'chainId', 'label'],
  REMOVE: ['recipient', 'chainId'],
  LIST_ON: [],
  LIST_OFF: [],
  LOCK: ['days'],
}

/** An address of the chain, or of all EVM chains, that is none of the exchange's own. */
function placeOf(
  edge: Pick<Edge, 'chains' | 'outside'>,
  { recipient, chainId }: AddressBookRequest['order'],
): SavedPlace | Refusal {
  const text = recipient ?? ''
  if (chainId === CHAIN_SOLANA)
    return isSolanaAddress(text) && isForeignAddress(edge, CHAIN_SOLANA, text)
      ? { recipient: text as Hex, chainId }
      : refuse(REFUSAL.INVALID_PARAMETER, 'recipient is no address of Solana, or one of the exchange')
  const one = chainId ?? undefined
  const chains = one === undefined ? edge.chains.adapters().map((chain) => chain.chainId) : [one]
  if (chains.some((each) => edge.chains.info(each) === undefined))
    return refuse(REFUSAL.INVALID_PARAMETER, 'unknown chain')
  const written = text.toLowerCase() as Hex
  if (!chains.every((each) => isForeignAddress(edge, each, written)))
    return refuse(
      REFUSAL.INVALID_PARAMETER,
      'recipient is no address of this chain, or a contract of the exchange',
    )
  return one === undefined ? { recipient: written } : { recipient: written, chainId: one }
}

async function answerOf(
  edge: Pick<Edge, 'engine' | 'store'>,
  { account }: Caller,
): Promise<AddressBookResponse | Refusal> {
  const [view, withdrawals] = await Promise.all([
    edge.engine.query('addressBook', { account }),
    edge.store.transfers({ account, type: 'WITHDRAW', limit: PAID_OF_MAX }),
  ])
  return view === undefined ? refuse(REFUSAL.ACCOUNT_NOT_FOUND) : responseOf(view, withdrawals)
}

function responseOf(
  { addresses, isListOn, listEndsMs, lockedUntilMs, coolDownMs }: AddressBookView,
  withdrawals: readonly StoredTransfer[],
): AddressBookResponse {
  return {
    addresses: addresses.map(({ recipient, chainId, label, usableFromMs }) => ({
      recipient,
      chainId: chainId ?? null,
      label,
      usableTime: usableFromMs,
    })),
    isListOn,
    listEndTime: listEndsMs ?? null,
    lockedUntil: lockedUntilMs ?? null,
    coolDown: coolDownMs,
    paid: paidBy(withdrawals),
  }
}

/** Newest first, each address and chain once. */
function paidBy(withdrawals: readonly StoredTransfer[]): AddressBookResponse['paid'] {
  const paid = new Map<string, AddressBookResponse['paid'][number]>()
  for (const { status, recipient, chainId, postTimeMs } of withdrawals) {
    const key = `${recipient} ${chainId}`
    if (status === 'FILLED' && recipient !== undefined && !paid.has(key))
      paid.set(key, { recipient, chainId, lastTime: postTimeMs })
  }
  return [...paid.values()]
}
