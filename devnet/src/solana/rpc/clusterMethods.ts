/** Methods that tell of the cluster itself: what it is, and how its slots pass. */
import type { Cluster } from '../cluster.ts'
import { SLOTS_PER_EPOCH } from '../clusterTime.ts'
import { VERSION, type RpcContext } from './rpcContext.ts'
import type { RpcMethods } from './rpcMethod.ts'
import { commitmentOf, textOf } from './rpcParameters.ts'

export function createClusterMethods(
  cluster: Pick<Cluster, 'time' | 'transactions'>,
  { inContext, slotAt, latestBlockhash }: RpcContext,
): RpcMethods {
  const { time } = cluster
  return {
    getHealth: () => 'ok',
    getVersion: () => VERSION,
    getGenesisHash: () => time.genesisHash,
    getSlot: ([options]) => slotAt(commitmentOf(options)),
    getBlockHeight: ([options]) => slotAt(commitmentOf(options)),
    getFirstAvailableBlock: () => 0,
    getEpochInfo() {
      const slot = time.slot()
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / SLOTS_PER_EPOCH),
        slotIndex: slot % SLOTS_PER_EPOCH,
        slotsInEpoch: SLOTS_PER_EPOCH,
        transactionCount: cluster.transactions().length,
      }
    },
    getEpochSchedule: () => ({
      slotsPerEpoch: SLOTS_PER_EPOCH,
      leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    }),
    getTransactionCount: () => cluster.transactions().length,
    getBlockTime([slot]) {
      const found = cluster.transactions().find((each) => each.slot === slot)
      return found === undefined ? null : Math.floor(found.timeMs / 1000)
    },
    getLatestBlockhash: ([options]) => inContext(latestBlockhash(commitmentOf(options))),
    isBlockhashValid: ([hash]) => inContext(time.slotOf(textOf(hash, 'blockhash')) !== undefined),
  }
}
