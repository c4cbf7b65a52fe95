import { describe, expect, it } from 'vitest'
import { EXIT_BROKEN, installCrashGuard } from './crashGuard.ts'

describe('crash guard', () => {
  it.each(['uncaughtException', 'unhandledRejection'] as const)(
    'an %s is logged and ends the process with 70',
    (name) => {
      // The runner listens too; it must not take the error that is made here for its own.
      const others = process.listeners(name as 'uncaughtException')
      process.removeAllListeners(name)
      const [logged, codes] = [[] as unknown[], [] as number[]]
      const remove = installCrashGuard({ fatal: (fields: unknown) => logged.push(fields) } as never, (code) =>
        codes.push(code),
      )
      const error = new Error('this was not handled')
      process.emit(name as 'uncaughtException', error)
      remove()
      expect([logged, codes, process.listenerCount(name)]).toEqual([[{ err: error }], [EXIT_BROKEN], 0])
      for (const listener of others) process.on(name, listener as never)
    },
  )
})
