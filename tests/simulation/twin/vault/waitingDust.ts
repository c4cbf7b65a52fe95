/** E6: deposits below a dollar, one sum for each address and chain. */
import { REFUSAL } from '@vest/protocol'
import type { CreditDust } from '@vest/engine'
import { createTransfer } from '../transfers.ts'
import { moveMoney, payBack } from '../values.ts'
import type { World } from '../world/index.ts'

const DOLLAR = 1_000_000n

export function creditDust(world: World, command: CreditDust): number | undefined {
  const { id, chainId, account, blockNumber, logIndex } = command
  const places = [blockNumber, logIndex]
  if (!Number.isSafeInteger(command.amountUsd6) || command.amountUsd6 <= 0) return REFUSAL.INVALID_PARAMETER
  if (command.amountUsd6 >= 1_000_000) return REFUSAL.INVALID_PARAMETER
  if (places.some((place) => !Number.isSafeInteger(place) || place < 0)) return REFUSAL.INVALID_PARAMETER
  const { marks, sums } = world.registry.dust
  const mark = marks.get(chainId)
  if (mark !== undefined && isCounted(places as [number, number], mark)) return undefined
  marks.set(chainId, [blockNumber, logIndex])
  const amount = BigInt(command.amountUsd6)
  world.money.VAULT += amount
  world.money.SUSPENSE += amount
  const known = sums.find((one) => one.account === account && one.chainId === chainId)
  if (known === undefined) sums.push({ id, account, chainId, size: amount })
  else known.size += amount
  releaseDust(world, account)
  return undefined
}

export const isCounted = (place: readonly [number, number], mark: readonly [number, number]): boolean =>
  place[0] < mark[0] || (place[0] === mark[0] && place[1] <= mark[1])

export function releaseDust(world: World, address: string): void {
  const account = world.accounts.find((one) => one.address === address)
  if (account === undefined || account.isSim) return
  const { dust } = world.registry
  for (const { id, chainId, size } of dust.sums.filter(
    (one) => one.account === address && one.size >= DOLLAR,
  )) {
    world.money.SUSPENSE -= size
    moveMoney(account, size)
    payBack(world, account, size)
    account.exists = true
    // From now on it is a deposit like any other that has been credited.
    const released = createTransfer(world, { id, type: 'DEPOSIT', account: address, size, chainId })
    Object.assign(released, { status: 'FILLED', isOpen: false, isSeen: true, isCredited: true })
  }
  dust.sums = dust.sums.filter((one) => one.account !== address || one.size < DOLLAR)
}
