/** Profit of a funded account, from virtual collateral to real money of its owner. */
import { describe, expect, it } from 'vitest'
import { type Id, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { type CapitalTerms } from '../api/capital.ts'
import { type WithdrawProfit } from '../api/capitalCommands.ts'
import { query } from '../queries/query.ts'
import {
  AT_INDEX,
  capitalOf,
  type CapitalWorld,
  createCapitalWorld,
  EVAL,
  FUNDED,
  midnight,
  openCapital,
  setEquity,
} from '../testing/capitalWorld.ts'
import { house, setStatus, USDC } from '../testing/simWorld.ts'
import { AAPL, eventsOf, refusalName, traderAddress } from '../testing/world.ts'

const PROFIT = usd6(4_321_654_321)
const HOUR_MS = 3_600_000

function profitOf(
  scene: CapitalWorld,
  sizeUsd6: number,
  change: Partial<WithdrawProfit> = {},
): WithdrawProfit {
  const { world, trader, owner } = scene
  // Far above those of orders: what lies between two nonces of an hour that is long over counts as used.
  const number = 60_000_000 + world.log.length
  return {
    kind: 'WithdrawProfit',
    id: `0x${number.toString(16).padStart(64, '0')}` as Id,
    account: trader.address,
    signer: trader.address,
    nonce: number,
    orderTimeMs: timeMs(world.now()),
    recipient: owner.address,
    sizeUsd6: sizeUsd6 as Usd6,
    signature: '0x',
    ...change,
  }
}
/** What its record says: FILLED, or REJECTED with a code. */
function asked(scene: CapitalWorld, sizeUsd6: number, change: Partial<WithdrawProfit> = {}): string {
  const { answer, events } = scene.world.run(profitOf(scene, sizeUsd6, change))
  if (!answer.ok) return `refused ${refusalName(answer.code)}`
  const { status, code } = eventsOf(events, 'TransferUpdated').at(-1)!.transfer
  return code === undefined ? status : `${status} ${refusalName(code)}`
}
/** Flat, with the collateral of W16. */
function profitable(change: Partial<CapitalTerms> = {}): CapitalWorld {
  const scene = createCapitalWorld({ ...FUNDED, ...change } as CapitalTerms)
  setEquity(scene, usd6(100_000 * USDC + PROFIT))
  return scene
}

describe('W16 the profit of a funded account of 100 000', () => {
  it('gives insurance back first what it has paid for a deposit of the owner', () => {
    const scene = profitable()
    const { world, owner } = scene
    const primary = world.exchange.accounts.find(({ address }) => address === owner.address)!
    primary.advanced = usd6(1_000 * USDC)
    const before = world.account(owner).collateral
    expect(asked(scene, PROFIT)).toBe('FILLED')
    expect(world.account(owner).collateral - before).toBe(3_889_488_888 - 1_000 * USDC)
  })

  it('goes to nine tenths to the primary account, the rest stays; the day’s balance and limit go down with it', () => {
    const scene = createCapitalWorld(FUNDED)
    const { world, owner, trader } = scene
    setEquity(scene, usd6(104_000 * USDC))
    midnight(scene)
    setEquity(scene, usd6(100_000 * USDC + PROFIT))
    expect(capitalOf(scene)).toMatchObject({
      priorDayBalance: 104_000 * USDC,
      maxDailyLossLimit: 100_000 * USDC,
    })
    const before = { owner: world.account(owner).collateral, house: house(world) }
    const command = profitOf(scene, PROFIT)
    const { answer, events } = world.run(command)
    expect(answer).toEqual({ ok: true, id: command.id })
    expect(world.account(owner).collateral - before.owner).toBe(3_889_488_888)
    expect(world.account(trader).collateral).toBe(100_000 * USDC)
    expect(house(world) - before.house).toBe(PROFIT)
    // The house's part, 432.165433, never leaves the treasury.
    expect(world.exchange.money.CAPITAL_TREASURY).toBe(100_000 * USDC - 3_889_488_888)
    expect(capitalOf(scene)).toMatchObject({
      status: 'funded_active',
      priorDayBalance: 99_678_345_679,
      maxDailyLossLimit: 100_000 * USDC - PROFIT,
    })
    const profit = { id: command.id, account: trader.address, type: 'WITHDRAW_PROFIT', size: PROFIT }
    expect(eventsOf(events, 'TransferUpdated').map(({ transfer }) => transfer)).toMatchObject([
      { ...profit, status: 'NEW' },
      { account: owner.address, type: 'INTERNAL_DEPOSIT', status: 'FILLED', size: 3_889_488_888 },
      { ...profit, status: 'FILLED' },
    ])
    expect(eventsOf(events, 'CapitalChanged')).toHaveLength(1)
    // The payout itself is no loss.
    world.run({ kind: 'TickTimer' }, 1_000)
    expect(capitalOf(scene).status).toBe('funded_active')
  })

  it('counts as money that came in and went out, not as what trading brought', () => {
    const scene = profitable()
    const { world, owner, trader } = scene
    const depositsOf = (address: string) =>
      world.exchange.accounts.find((one) => one.address === address)!.netDeposits
    const before = [owner, trader].map(({ address }) => depositsOf(address))
    asked(scene, 10 * USDC)
    const after = [owner, trader].map(({ address }) => depositsOf(address))
    expect(after.map((one, i) => one - before[i]!)).toEqual([9 * USDC, -10 * USDC])
  })

  it('reaches an owner who never had money: from then on the account of the owner exists', () => {
    const scene = profitable()
    const { world } = scene
    const owner = world.trader(0)
    expect(world.account(owner).exists).toBe(false)
    const other = { world, owner, trader: openCapital(world, owner, FUNDED) }
    setEquity(other, usd6(100_010 * USDC))
    expect(asked(other, 10 * USDC)).toBe('FILLED')
    expect(world.account(owner)).toMatchObject({ exists: true, collateral: 9 * USDC })
  })
})

describe('a profit is not paid', () => {
  it('twice by one id or one nonce: 5010, and nothing is left of it', () => {
    const scene = profitable()
    const command = profitOf(scene, 10 * USDC)
    expect(scene.world.run(command).answer.ok).toBe(true)
    const collateral = scene.world.account(scene.trader).collateral
    const { nonce, id } = command
    expect(asked(scene, 10 * USDC, { id })).toBe('refused TRANSFER_DUPLICATE')
    expect(asked(scene, 10 * USDC, { nonce })).toBe('refused TRANSFER_DUPLICATE')
    expect(scene.world.account(scene.trader).collateral).toBe(collateral)
  })

  it('and its id is not remembered for ever', () => {
    const scene = profitable()
    const { id } = profitOf(scene, 1)
    expect(asked(scene, 1, { id })).toBe('REJECTED INVALID_PARAMETER')
    expect(scene.world.exchange.finishedTransfers.has(id)).toBe(false)
  })

  it('of an unknown account (5011), that is none or evaluated, below a dollar, to others (1130)', () => {
    const scene = profitable()
    const { world, owner } = scene
    expect(asked(scene, 10 * USDC, { account: traderAddress(77) })).toBe(
      'REJECTED TRANSFER_ACCOUNT_NOT_FOUND',
    )
    expect(asked(scene, 10 * USDC, { account: owner.address })).toBe('REJECTED INVALID_PARAMETER')
    const evaluated = { ...scene, trader: openCapital(world, owner, EVAL) }
    setEquity(evaluated, usd6(101_000 * USDC))
    expect(asked(evaluated, 10 * USDC)).toBe('REJECTED INVALID_PARAMETER')
    expect(asked(scene, USDC - 1)).toBe('REJECTED INVALID_PARAMETER')
    expect(asked(scene, 1.5 * USDC + 0.5)).toBe('REJECTED INVALID_PARAMETER')
    expect(asked(scene, 10 * USDC, { recipient: scene.trader.address })).toBe('REJECTED INVALID_PARAMETER')
    expect(asked(scene, USDC)).toBe('FILLED')
  })

  it('of a frozen account or one that has ended (1149)', () => {
    const scene = profitable()
    setStatus(scene.world, scene.trader, 'FROZEN')
    expect(asked(scene, 10 * USDC)).toBe('REJECTED ACTION_NOT_AVAILABLE')
    setStatus(scene.world, scene.trader, 'ACTIVE')
    expect(asked(scene, 10 * USDC)).toBe('FILLED')
  })

  it('beyond what there is, while anything is held, or where a resting order needs it (5002)', () => {
    const scene = profitable()
    const { world, trader } = scene
    expect(asked(scene, PROFIT + 1)).toBe('REJECTED TRANSFER_MARGIN_CHECK_FAILED')
    world.order(trader, AAPL, 'buy', { size: 1_000 })
    expect(asked(scene, 10 * USDC)).toBe('REJECTED TRANSFER_MARGIN_CHECK_FAILED')
    world.order(trader, AAPL, 'sell', { size: 1_000 })
    expect(asked(scene, 10 * USDC)).toBe('FILLED')
    // Five times what is there, but for a few dollars.
    const resting = world.order(trader, AAPL, 'buy', { size: 8_600_000, limitPrice: 23_000 })
    const more = world.order(trader, AAPL, 'buy', { size: 8_600_000, limitPrice: 23_000 })
    const rest = world.order(trader, AAPL, 'buy', { size: 5_400_000, limitPrice: 23_000 })
    expect([resting, more, rest].map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW'])
    const free = world.account(trader).withdrawable
    expect(free).toBeLessThan(world.account(trader).collateral - 100_000 * USDC)
    expect(asked(scene, free + 1)).toBe('REJECTED TRANSFER_MARGIN_CHECK_FAILED')
    expect(asked(scene, free)).toBe('FILLED')
  })

  it('by an empty treasury, and waits: what is there must do for the trader’s part', () => {
    const scene = profitable()
    const { money } = scene.world.exchange
    const gone = money.CAPITAL_TREASURY - 9 * USDC
    money.CAPITAL_TREASURY = usd6(9 * USDC)
    money.TREASURY = usd6(money.TREASURY + gone)
    expect(asked(scene, 10 * USDC)).toBe('FILLED')
    expect(money.CAPITAL_TREASURY).toBe(0)
    expect(asked(scene, 10 * USDC)).toBe('NEW')
    expect(money.CAPITAL_TREASURY).toBe(0)
  })

  it('too early after the opening, or after the last one (5009)', () => {
    const scene = profitable({ firstProfitAfterMs: 7 * 24 * HOUR_MS, profitEveryMs: 24 * HOUR_MS })
    const { world } = scene
    const told = () =>
      query(world.exchange, 'capital', { accounts: [scene.trader.address] })[0]!.profitFromTimeMs! -
      world.exchange.timeMs
    world.run({ kind: 'TickTimer' }, 7 * 24 * HOUR_MS - 1)
    expect([asked(scene, 10 * USDC), told()]).toEqual(['REJECTED TRANSFER_WITHDRAW_CAP_EXCEEDED', 1])
    world.run({ kind: 'TickTimer' }, 1)
    expect([asked(scene, 10 * USDC), told()]).toEqual(['FILLED', 24 * HOUR_MS])
    world.run({ kind: 'TickTimer' }, 24 * HOUR_MS - 1)
    expect([asked(scene, 10 * USDC), told()]).toEqual(['REJECTED TRANSFER_WITHDRAW_CAP_EXCEEDED', 1])
    world.run({ kind: 'TickTimer' }, 1)
    expect(asked(scene, 10 * USDC)).toBe('FILLED')
  })

  it('before as many days of trading as were agreed (5009)', () => {
    const scene = createCapitalWorld({ ...FUNDED, minTradingDays: 2 })
    const { world, trader } = scene
    const trade = () => {
      world.order(trader, AAPL, 'buy', { size: 1_000 })
      world.order(trader, AAPL, 'sell', { size: 1_000 })
      setEquity(scene, usd6(100_000 * USDC + PROFIT))
    }
    trade()
    expect(asked(scene, 10 * USDC)).toBe('REJECTED TRANSFER_WITHDRAW_CAP_EXCEEDED')
    midnight(scene, AT_INDEX)
    expect(asked(scene, 10 * USDC)).toBe('REJECTED TRANSFER_WITHDRAW_CAP_EXCEEDED')
    trade()
    expect(asked(scene, 10 * USDC)).toBe('FILLED')
  })
})
