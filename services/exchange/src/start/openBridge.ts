/** Sets going what moves money: the bridge to the chains, and the authorizations of deposits that wait for their block. */
import { startBridge } from '../bridge/startBridge.ts'
import type { Edge } from '../edge.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'
import type { MoneyMoves } from './moneyMoves.ts'
import type { Stops } from './stops.ts'

export async function openBridge(
  {
    engine,
    logger,
    solana,
    withdrawalLookMs,
  }: Pick<ExchangeOptions, 'engine' | 'logger' | 'solana' | 'withdrawalLookMs'>,
  { chains, queue, reserves, rebalancer, payouts, progress }: MoneyMoves,
  { relay, reserveDesk }: Pick<Edge, 'relay' | 'reserveDesk'>,
  stops: Pick<Stops, 'add'>,
): Promise<void> {
  stops.add(() => queue.stop())
  const bridge = await startBridge({
    engine,
    chains,
    ...(solana === undefined ? {} : { solana }),
    payouts,
    ...(rebalancer && { rebalancer }),
    queue,
    logger,
    relay,
    progress,
    reserves: {
      ...reserves,
      note(chainId, told) {
        reserveDesk.note(chainId, told)
        return reserves.note(chainId, told)
      },
    },
    ...(withdrawalLookMs === undefined ? {} : { lookMs: withdrawalLookMs }),
  })
  stops.add(() => bridge.stop())
  stops.add(() => relay.stop())
  await relay.resume()
}
