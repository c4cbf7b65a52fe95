import { z } from 'zod'
import { STRAY_KINDS } from '../../enums.ts'
import { address, decimalText, hex } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const strayRow = z.object({
  chainId: z.int(),
  /** Another token or the chain's own coin at the account's deposit address; USDC in the vault of a sender without an account. */
  kind: z.enum(STRAY_KINDS),
  /** Null for the coin. */
  token: address.nullable(),
  /** Of a list of the exchange's own; null for a token that is not in it. */
  symbol: z.string().nullable(),
  amount: decimalText,
  address,
  sender: address.nullable(),
  txHash: hex.nullable(),
  claimable: z.boolean(),
})
export type StrayRow = z.infer<typeof strayRow>
export const straysResponse = z.object({
  rows: z.array(strayRow),
  /** Chains that could not be asked now. */
  unread: z.array(z.int()),
})
export type StraysResponse = z.infer<typeof straysResponse>

export const straysCall = {
  group: 'Money',
  method: 'GET',
  path: '/transfer/suspense',
  ...PRIVATE,
  summary:
    'What arrived and is credited to no account: other tokens and coins at the deposit address of the account, and USDC of a sender without an account.',
  query: {
    sender: { schema: z.string(), text: 'Also what waits for the owner of this address.' },
  },
  answer: straysResponse,
  fields: {
    symbol: 'Name of the token in a list of the exchange; null for every other token.',
    address: 'Where it lies.',
    kind: 'TOKEN or COIN at the deposit address of the account, or SENDER: USDC in the vault of an address without an account.',
    txHash: 'The transaction that brought it, where it waits for its sender.',
    rows: 'What lies there now.',
    amount: 'Decimal text in units of the token, or in base units where it tells no decimals.',
    sender: 'Who sent it, where it waits for its sender.',
    claimable:
      'The account can have it sent to its own address; false: its sender has it credited by registering.',
  },
  example: {
    query: { sender: '0x1563915e194d8cfba1943570603f7606a3115508' },
    answer: {
      rows: [
        {
          chainId: 42161,
          kind: 'COIN',
          token: null,
          symbol: 'ETH',
          amount: '0.5',
          address: '0x1563915e194d8cfba1943570603f7606a3115508',
          sender: null,
          txHash: null,
          claimable: true,
        },
      ],
      unread: [],
    },
  },
} as const satisfies Call
