/**
 * A short day on the real core: three markets, a few funded traders, moving prices, orders and cancels. Deterministic
 * from its seed; for tests of runtime and exchange core together.
 */
import { lots, ticks, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { launchMarkets, type Command } from '@vest/engine'
import { seededRandom } from './seededRandom.ts'

const TRADERS = 6
const MARKETS = 3
const TOKEN = `0x${'5'.repeat(40)}` as Address

const hex = (value: number, bytes: number): Hex => `0x${value.toString(16).padStart(bytes * 2, '0')}` as Hex
const trader = (place: number): Address => hex(0xa000 + place, 20) as Address

/** Submitted once, in this order. */
export function genesisCommands(startMs: number): Command[] {
  const commands: Command[] = (['POOL', 'INSURANCE', 'POOL_ISO'] as const).map((account) => ({
    kind: 'SeedSystemAccount',
    account,
    amountUsd6: usd6(10_000_000_000_000),
  }))
  for (const spec of launchMarkets().slice(0, MARKETS)) commands.push({ kind: 'ListMarket', spec })
  for (let place = 0; place < TRADERS; place += 1) {
    commands.push({
      kind: 'Register',
      account: trader(place),
      networkType: 0,
      signer: hex(0xb000 + place, 20) as Address,
      expiryTimeMs: timeMs(startMs + 86_400_000),
      apiKeyHash: hex(place + 1, 32),
      proofSignature: hex(place + 1, 65),
      verifyingContract: TOKEN,
      isMobile: false,
    } as Command)
    commands.push({
      kind: 'CreditDeposit',
      id: hex(0xd000 + place, 32) as Id,
      chainId: 42_161,
      txHash: hex(0xd000 + place, 32),
      logIndex: 0,
      blockHash: hex(1, 32),
      account: trader(place),
      from: trader(place),
      amountUsd6: usd6(1_000_000_000_000),
      token: TOKEN,
      finality: 'FINAL',
    })
  }
  return commands
}

/** An endless stream; calls `nowMs` for each command. */
export function* tradingCommands(seed: number, nowMs: () => number): Generator<Command, never> {
  const random = seededRandom(seed)
  const pick = (count: number): number => Math.floor(random() * count)
  const markets = launchMarkets().slice(0, MARKETS)
  const prices = markets.map(({ priceDecimals }) => 200 * 10 ** priceDecimals)
  const placed: { id: Id; account: Address; signer: Address }[] = []
  for (let number = seed * 1_000_000 + 1; ; number += 1) {
    const who = pick(TRADERS)
    const signed = {
      account: trader(who),
      signer: hex(0xb000 + who, 20) as Address,
      nonce: number,
      orderTimeMs: timeMs(nowMs()),
      recvWindowMs: 60_000,
    }
    const dice = random()
    const marketId = pick(MARKETS)
    if (number % 20 === 1 || dice < 0.1) {
      prices[marketId] = Math.max(1_000, Math.round(prices[marketId]! * (1 + (random() - 0.5) / 500)))
      yield {
        kind: 'UpdateIndexPrices',
        prices: prices.map((price, id) => ({
          marketId: id,
          price: ticks(price),
          sourceTimeMs: timeMs(nowMs()),
          conf: ticks(pick(3)),
          held: false,
        })),
      }
    } else if (dice < 0.35 && placed.length > 0) {
      const { id, account, signer } = placed.splice(pick(placed.length), 1)[0]!
      yield { kind: 'CancelOrder', ...signed, id, account, signer }
    } else {
      const id = hex(number, 32) as Id
      placed.push({ id, account: signed.account, signer: signed.signer })
      const isMarket = random() < 0.3
      const price = Math.round(prices[marketId]! * (1 + (random() - 0.5) / 100))
      yield {
        kind: 'PlaceOrder',
        id,
        ...signed,
        symbol: markets[marketId]!.symbol,
        isBuy: random() < 0.5,
        size: lots(1 + pick(20) * 10 ** markets[marketId]!.sizeDecimals),
        orderType: isMarket ? 'MARKET' : 'LIMIT',
        ...(isMarket ? {} : { limitPrice: ticks(price) }),
        reduceOnly: false,
        timeInForce: 'GTC',
      }
    }
  }
}
