import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const stages = new URL('./stages.mjs', import.meta.url).href
const FIRST = `console.log('first ' + process.pid); setInterval(() => {}, 60_000)`
const COMMAND = `
  import { run } from ${JSON.stringify(stages)}
  await run(process.execPath, ['-e', ${JSON.stringify(FIRST)}])
  await run(process.execPath, ['-e', 'console.log("second")'])`

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a command of several stages', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with what runs at %s, and begins nothing more',
    async (signal) => {
      const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let told = ''
      command.stdout.on('data', (piece: Buffer) => (told += piece.toString()))
      while (!/first \d+\n/.test(told)) await once(command.stdout, 'data')
      const pid = Number(/first (\d+)/.exec(told)![1])
      command.kill(signal)
      const [code] = (await once(command, 'close')) as [number | null]
      expect(code).toBe(1)
      expect(isRunning(pid)).toBe(false)
      expect(told).toBe(`first ${pid}\nStopped before the end.\n`)
    },
  )
})
