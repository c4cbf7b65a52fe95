/** An account behind a link: with positions and orders, flat, on its way, and where the link or the exchange does not answer. */
import { REFUSAL, type AccountResponse, type OrderRow } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useSession } from '../../entities/session/index.ts'
import { BTC, COIN, orderId } from '../../testing/fixtures.ts'
import { NOW_MS, OWNER } from '../../testing/gallery/accounts.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { SharedAccount } from './ViewPage.tsx'

const FLAT = {
  address: OWNER,
  balances: [{ asset: 'USDC', total: '48271.350640', locked: '0' }],
  collateral: '48271.350640',
  withdrawable: '31204.120000',
  totalAccountValue: '48612.830640',
  positions: [],
  time: NOW_MS,
} as unknown as AccountResponse

const position = (
  row: Pick<
    AccountResponse['positions'][number],
    'symbol' | 'isLong' | 'size' | 'entryPrice' | 'markPrice'
  > & {
    readonly liqPrice: string | null
    readonly unrealizedPnl: string
  },
) => row as AccountResponse['positions'][number]

const HELD: AccountResponse = {
  ...FLAT,
  positions: [
    position({
      symbol: COIN.symbol,
      isLong: true,
      size: '42.0000',
      entryPrice: '304.15',
      markPrice: '312.48',
      liqPrice: '241.90',
      unrealizedPnl: '349.860000',
    }),
    position({
      symbol: BTC.symbol,
      isLong: false,
      size: '0.01000',
      entryPrice: '115372.0',
      markPrice: '116210.0',
      liqPrice: null,
      unrealizedPnl: '-8.380000',
    }),
  ],
}

const RESTING = {
  id: orderId(71),
  symbol: COIN.symbol,
  isBuy: true,
  size: '12.0000',
  filledSize: '4.0000',
  limitPrice: '298.00',
  postTime: NOW_MS - 5_400_000,
} as unknown as OrderRow

const ended = (): Promise<never> => Promise.reject(new ApiError(REFUSAL.UNAUTHORIZED))

function OfLink({ apiKey = 'a'.repeat(64) }: { readonly apiKey?: string }) {
  const client = useSession((state) => state.client)
  return <SharedAccount client={client} apiKey={apiKey} />
}

export const scenes: readonly Scene[] = [
  {
    name: 'view',
    widthPx: 1_440,
    render: () => <OfLink />,
    states: {
      loading: { world: { answers: { account: silence } }, isPending: true },
      normal: { world: { answers: { account: answer(HELD), orders: answer([RESTING]) } } },
      flat: {
        world: { answers: { account: answer(FLAT), fundingPayments: answer([]), transfers: answer([]) } },
      },
      ended: { world: { answers: { account: ended } } },
      'no-key': { render: () => <OfLink apiKey="" /> },
      error: { world: { answers: { account: refusal } } },
    },
  },
]
