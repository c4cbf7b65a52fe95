/**
 * Looks after each bot's account every now and then, more often while it waits for its first credit. A bot whose money does
 * not come holds up no other.
 */
import type { Backoff } from './backoff.ts'
import type { FlowBot } from './flowBot.ts'
import { FlowUnavailable } from './flowExchange.ts'
import type { TaskGroup } from './taskGroup.ts'

const LOOK_EVERY_MS = 20_000
/** While a bot waits for its first credit. */
const LOOK_SOON_MS = 3_000
/** Between the first looks of two bots. */
const FIRST_LOOK_STEP_MS = 250
const RECONCILE_EVERY_LOOKS = 15

export interface UpkeepPorts {
  readonly tasks: Pick<TaskGroup, 'after' | 'run' | 'isRunning'>
  readonly backoff: Pick<Backoff, 'isPaused'>
  /** Compares what rests with what the flow believes: when a bot has become ready, and every few looks. */
  readonly reconcile: (bot: FlowBot) => Promise<void>
  readonly onTrouble: (error: unknown) => void
}

export function startBotUpkeep(
  bots: readonly FlowBot[],
  { tasks, backoff, reconcile, onTrouble }: UpkeepPorts,
): void {
  for (const [i, bot] of bots.entries()) tasks.after(i * FIRST_LOOK_STEP_MS, () => lookAfter(bot, 0))

  function lookAfter(bot: FlowBot, looks: number): void {
    const again = (): void =>
      tasks.after(bot.isReady() ? LOOK_EVERY_MS : LOOK_SOON_MS, () => lookAfter(bot, looks + 1))
    if (backoff.isPaused()) return again()
    const wasReady = bot.isReady()
    const look = async (): Promise<void> => {
      try {
        await bot.look()
        if (bot.isReady() && (!wasReady || looks % RECONCILE_EVERY_LOOKS === 0)) await reconcile(bot)
      } catch (error) {
        if (error instanceof FlowUnavailable) throw error
        // A bot whose money does not come waits for its next turn; the others trade on.
        if (tasks.isRunning()) onTrouble(error)
      } finally {
        again()
      }
    }
    tasks.run(look())
  }
}
