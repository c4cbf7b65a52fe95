/** The operator's view of lots between vaults: GET /rebalancing tells all of it, PUT {"isPaused": true|false} holds it or lets it go. */
import type { FastifyInstance } from 'fastify'
import { formatUsd6, usd6 } from '@vest/protocol'
import type { Rebalancer } from './createRebalancer.ts'

const text = (amount: number): string => formatUsd6(usd6(amount))

/** `rebalancer` is undefined while the exchange starts, and where there is no bridge between its chains. */
export function mountRebalancing(app: FastifyInstance, rebalancer: () => Rebalancer | undefined): void {
  app.get('/rebalancing', async (_request, reply) => {
    const found = rebalancer()
    if (found === undefined) return reply.code(404).send({ error: 'No bridge between chains' })
    return answerOf(found)
  })
  app.put('/rebalancing', async (request, reply) => {
    const found = rebalancer()
    if (found === undefined) return reply.code(404).send({ error: 'No bridge between chains' })
    const { isPaused } = (request.body ?? {}) as { readonly isPaused?: unknown }
    if (typeof isPaused !== 'boolean')
      return reply.code(422).send({ error: 'Malformed: isPaused must be true or false' })
    found.setPaused(isPaused)
    return answerOf(found)
  })
}

async function answerOf(rebalancer: Rebalancer) {
  const { holds, rules, vaults, lots } = await rebalancer.report()
  return {
    holds: holds ?? null,
    rules: {
      low: text(rules.lowUsd6),
      target: text(rules.targetUsd6),
      lotMin: text(rules.lotMinUsd6),
      lotMax: text(rules.lotMaxUsd6),
    },
    vaults: vaults.map(({ chainId, heldUsd6, waitingUsd6, comingUsd6 }) => ({
      chainId,
      held: text(heldUsd6),
      waiting: text(waitingUsd6),
      coming: text(comingUsd6),
    })),
    lots: lots.map(({ sizeUsd6, ...lot }) => ({ ...lot, size: text(sizeUsd6) })),
  }
}
