/**
 * Devnet's own calls, outside the versioned API and absent elsewhere: the faucet, the chain's RPC, the state
 * hash, and scenarios that move prices or halt a market. Plain data and functions: the start command mounts
 * them on whatever serves the one URL. Bad input gets a code of the error table, as everywhere.
 */
import {
  CHAIN_SOLANA,
  isSolanaAddress,
  REFUSAL,
  devnetJumpRequest,
  devnetPriceRequest,
  devnetRegimeRequest,
  devnetSymbolRequest,
  errorEntry,
  faucetRequest,
  formatDecimal,
  formatUsd6,
  parseDecimal,
  ticks,
  usd6,
  type ErrorBody,
} from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { DevnetChains } from './chain/devnetChains.ts'
import { FAUCET_ASKED_USD6_MAX, FAUCET_USD6 } from './chain/faucet.ts'
import type { PriceSimulator } from './prices/index.ts'
import type { DevnetSolana } from './solana/index.ts'

export interface DevnetRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `params` are the named pieces of the path. */
  readonly handle: (body: unknown, params: Readonly<Record<string, string>>) => Promise<DevnetAnswer>
}
export interface DevnetAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface DevnetParts {
  /** The default chain first. */
  readonly chains: Pick<DevnetChains, 'chainIds' | 'faucet' | 'rpc'>
  readonly solana: Pick<DevnetSolana, 'faucet' | 'rpc'>
  readonly prices: PriceSimulator
  readonly engine: Pick<EngineClient, 'submit' | 'query' | 'stateHash'>
  readonly nowMs: () => number
}

/** Where browsers reach a chain. */
export const devnetRpcPath = (chainId: number): string => `/devnet/rpc/${chainId}`

/** In whole ether, as people say it. */
const etherText = (wei: bigint): string => `${wei / 10n ** 18n}.0`

/** In whole SOL. */
const solText = (lamports: bigint): string => `${lamports / 10n ** 9n}.0`

/** What we use of a schema: the library itself is protocol's business. */
interface Schema<T> {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false
        readonly error: {
          readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[]
        }
      }
}

const done: DevnetAnswer = { status: 200, body: {} }

function refusal(
  status: number,
  code: number,
  msg: string = errorEntry(code).message,
  headers?: Record<string, string>,
): DevnetAnswer {
  const body: ErrorBody = { code, msg, detail: { code, msg } }
  return headers ? { status, body, headers } : { status, body }
}

/** Parses the body or answers 422 with the field at fault, as the versioned API does. */
const withBody =
  <T>(schema: Schema<T>, handle: (body: T) => Promise<DevnetAnswer>) =>
  async (body: unknown): Promise<DevnetAnswer> => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return handle(parsed.data)
    const issue = parsed.error.issues[0]
    return refusal(
      422,
      REFUSAL.INVALID_PARAMETER,
      `${issue?.message ?? 'Invalid body'}: ${issue?.path.map(String).join('.') ?? ''}`,
    )
  }

export function devnetRoutes(parts: DevnetParts): readonly DevnetRoute[] {
  const { chains, solana, prices, engine } = parts

  const marketOf = async (symbol: string) =>
    (await engine.query('markets', {})).find((market) => market.spec.symbol === symbol)
  const hook = (result: 'done' | 'unknown-market'): DevnetAnswer =>
    result === 'done' ? done : refusal(400, REFUSAL.BAD_SYMBOL)

  async function setMode(symbol: string, mode: 'OPEN' | 'HALT'): Promise<DevnetAnswer> {
    const market = await marketOf(symbol)
    if (!market) return refusal(400, REFUSAL.BAD_SYMBOL)
    const { answer } = await engine.submit({ kind: 'SetMarketMode', marketId: market.marketId, mode })
    return answer.ok ? done : refusal(400, answer.code)
  }

  function tooSoon(retryTimeMs: number): DevnetAnswer {
    const waitS = Math.max(1, Math.ceil((retryTimeMs - parts.nowMs()) / 1000))
    return refusal(
      429,
      REFUSAL.TOO_MANY_REQUESTS,
      `The faucet has given what it gives an address in an hour; try again in ${Math.ceil(waitS / 60)} min`,
      { 'retry-after': String(waitS) },
    )
  }

  /** Into the wallet itself, unlike on an EVM chain. */
  async function giveOnSolana(address: string): Promise<DevnetAnswer> {
    if (!isSolanaAddress(address))
      return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: address')
    const given = await solana.faucet(address)
    if (!given.ok) return tooSoon(given.retryTimeMs)
    return {
      status: 200,
      body: {
        usdc: formatUsd6(FAUCET_USD6),
        eth: '0.0',
        sol: solText(given.lamports),
        txHash: given.signature,
      },
    }
  }

  return [
    {
      method: 'POST',
      path: '/devnet/faucet',
      handle: withBody(faucetRequest, async ({ address, chainId = chains.chainIds[0]!, usdc }) => {
        if (chainId === CHAIN_SOLANA) return giveOnSolana(address)
        if (!chains.chainIds.includes(chainId))
          return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: chainId')
        const amount = usdc === undefined ? undefined : parseDecimal(usdc, 6)
        if (amount !== undefined && !(amount.ok && amount.value > 0 && amount.value <= FAUCET_ASKED_USD6_MAX))
          return refusal(
            400,
            REFUSAL.INVALID_PARAMETER,
            `Invalid parameter: usdc (more than 0, at most ${formatUsd6(FAUCET_ASKED_USD6_MAX)})`,
          )
        const given = await chains.faucet(
          chainId,
          address,
          amount === undefined ? undefined : usd6(amount.value),
        )
        if (given.ok)
          return {
            status: 200,
            body: { usdc: formatUsd6(given.amountUsd6), eth: etherText(given.wei), txHash: given.txHash },
          }
        if (given.reason === 'refused-address')
          return refusal(400, REFUSAL.INVALID_PARAMETER, 'Invalid parameter: address')
        if (given.reason === 'reverted')
          return refusal(
            400,
            REFUSAL.INVALID_PARAMETER,
            'Invalid parameter: address (the contract there refuses ether or USDC; use the address of a wallet)',
          )
        return tooSoon(given.retryTimeMs)
      }),
    },
    {
      method: 'POST',
      path: devnetRpcPath(CHAIN_SOLANA),
      handle: async (body) => ({ status: 200, body: await solana.rpc(body) }),
    },
    ...chains.chainIds.map((chainId): DevnetRoute => ({
      method: 'POST',
      path: devnetRpcPath(chainId),
      handle: async (body) => ({ status: 200, body: await chains.rpc(chainId, body) }),
    })),
    {
      method: 'GET',
      path: '/devnet/state',
      handle: async () => ({ status: 200, body: await engine.stateHash() }),
    },
    {
      method: 'GET',
      path: '/devnet/seq',
      handle: async () => ({ status: 200, body: { seq: (await engine.query('exchange', {})).seq } }),
    },
    {
      method: 'POST',
      path: '/devnet/price',
      handle: withBody(devnetPriceRequest, async ({ symbol, price }) => {
        const market = await marketOf(symbol)
        if (!market) return refusal(400, REFUSAL.BAD_SYMBOL)
        const parsed = parseDecimal(price, market.spec.priceDecimals)
        if (!parsed.ok)
          return refusal(
            400,
            parsed.failure === 'decimals' ? REFUSAL.BAD_DECIMALS : REFUSAL.INVALID_PARAMETER,
          )
        if (parsed.value === 0)
          return refusal(
            400,
            REFUSAL.INVALID_PARAMETER,
            `Invalid parameter: price must be at least ${formatDecimal(1, market.spec.priceDecimals)}`,
          )
        return hook(prices.setPrice(symbol, ticks(parsed.value)))
      }),
    },
    {
      method: 'POST',
      path: '/devnet/jump',
      handle: withBody(devnetJumpRequest, async ({ symbol, percent }) => hook(prices.jump(symbol, percent))),
    },
    {
      method: 'POST',
      path: '/devnet/freeze',
      handle: withBody(devnetSymbolRequest, async ({ symbol }) => hook(prices.freeze(symbol))),
    },
    {
      method: 'POST',
      path: '/devnet/unfreeze',
      handle: withBody(devnetSymbolRequest, async ({ symbol }) => hook(prices.unfreeze(symbol))),
    },
    {
      method: 'POST',
      path: '/devnet/regime',
      handle: withBody(devnetRegimeRequest, async ({ regime }) => {
        prices.regime(regime)
        return done
      }),
    },
    {
      method: 'POST',
      path: '/devnet/halt',
      handle: withBody(devnetSymbolRequest, ({ symbol }) => setMode(symbol, 'HALT')),
    },
    {
      method: 'POST',
      path: '/devnet/resume',
      handle: withBody(devnetSymbolRequest, ({ symbol }) => setMode(symbol, 'OPEN')),
    },
  ]
}
