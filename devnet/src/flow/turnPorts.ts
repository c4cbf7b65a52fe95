/** What a clock of chance and the work of its turns use. */
import type { Arrive } from './arrivals.ts'
import type { Backoff } from './backoff.ts'
import type { BotLimits } from './botLimits.ts'
import type { Chance } from './botOrders.ts'
import type { TaskGroup } from './taskGroup.ts'

export interface TurnPorts {
  readonly arrive: Arrive
  readonly chance: Chance
  readonly limits: BotLimits
  readonly backoff: Pick<Backoff, 'isPaused' | 'heed'>
  readonly tasks: Pick<TaskGroup, 'after' | 'run' | 'isRunning'>
}
