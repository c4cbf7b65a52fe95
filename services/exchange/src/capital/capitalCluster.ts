/**
 * Which other owners of plans stand behind a browser that an owner has signed in with (decision 0077). Identity says who
 * shares a browser, the engine says who of them is in the programme: all others are left out, so that a household in which
 * one person buys a plan gives no signal. None of it is kept; the journal gets the signal alone.
 */
import type { CapitalAccountView } from '@vest/engine'
import type { Address } from '@vest/protocol'
import type { EngineClient, IdentityPort } from '@vest/runtime'
import type { Logger } from '../logger.ts'

export interface ClusterOwner {
  readonly ownerId: Address
  /** What was bought, ended accounts included; practice counts for nothing. */
  readonly accounts: readonly CapitalAccountView[]
}

export interface CapitalCluster {
  /** Identity that does not answer holds up neither a claim nor a payout: none is found then, and the log says so. */
  onSameDevices(ownerId: Address): Promise<readonly ClusterOwner[]>
  /** Undefined: this owner has never held a paid plan. */
  ownerInProgramme(ownerId: Address): Promise<ClusterOwner | undefined>
}

export function createCapitalCluster(parts: {
  readonly engine: Pick<EngineClient, 'query'>
  /** Absent: there is no sign-in here. */
  readonly identity: Pick<IdentityPort, 'ownersOnSameDevices'> | undefined
  readonly logger: Logger
}): CapitalCluster {
  const { engine, identity, logger } = parts

  async function ownerInProgramme(ownerId: Address): Promise<ClusterOwner | undefined> {
    const bought = await engine.query('purchases', { ownerId })
    if (!bought.some(({ hasBeenPaid }) => hasBeenPaid)) return undefined
    const own = await engine.query('capitalOfOwner', { ownerId })
    return { ownerId, accounts: own.filter(({ purchaseId }) => purchaseId !== undefined) }
  }

  async function others(ownerId: Address): Promise<readonly Address[]> {
    try {
      return (await identity?.ownersOnSameDevices(ownerId)) ?? []
    } catch (error) {
      logger.error(
        { err: error, ownerId },
        'the browsers of an owner were not compared: identity did not answer',
      )
      return []
    }
  }

  return {
    ownerInProgramme,
    async onSameDevices(ownerId) {
      const found = await Promise.all((await others(ownerId)).map(ownerInProgramme))
      return found.filter((owner) => owner !== undefined)
    },
  }
}
