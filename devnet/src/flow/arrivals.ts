/** A clock of chance: what comes again and again, after the exponential waiting times of a Poisson process. */
import type { Chance } from './botOrders.ts'
import type { TaskGroup } from './taskGroup.ts'

/** Does work so often on average, until the tasks end; a rate of 0 is never. */
export type Arrive = (perSecond: number, work: () => void) => void

export function createArrivals({
  tasks,
  chance,
  activity,
}: {
  readonly tasks: Pick<TaskGroup, 'after'>
  readonly chance: Chance
  /** Scales every rate. */
  readonly activity: number
}): Arrive {
  return arrive

  function arrive(perSecond: number, work: () => void): void {
    if (perSecond === 0) return
    const waitMs = (-Math.log(chance.uniform()) / (perSecond * activity)) * 1_000
    tasks.after(waitMs, () => {
      // The next wait is drawn before what the work draws: the order of draws is a part of what a seed says.
      arrive(perSecond, work)
      work()
    })
  }
}
