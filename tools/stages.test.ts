import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const stages = new URL('./stages.mjs', import.meta.url).href
/** Ends at once, before the worker that it has started, which first puts its things in order. */
const WORKER = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => setTimeout(() => process.exit(), 200))
  process.send('ready')
  setInterval(() => {}, 60_000)`
const FIRST = `
  const worker = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WORKER)}], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  worker.on('message', () => console.log('first ' + process.pid + ' ' + worker.pid))
  setInterval(() => {}, 60_000)`
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
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends with all that runs at %s, the workers of what runs too, and begins nothing more',
    async (signal) => {
      const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let told = ''
      command.stdout.on('data', (piece: Buffer) => (told += piece.toString()))
      while (!/first \d+ \d+\n/.test(told)) await once(command.stdout, 'data')
      const [, pid, worker] = /first (\d+) (\d+)/.exec(told)!.map(Number) as [number, number, number]
      command.kill(signal)
      const [code] = (await once(command, 'close')) as [number | null]
      expect(code).toBe(1)
      expect([pid, worker].filter(isRunning)).toEqual([])
      expect(told).toBe(`first ${pid} ${worker}\nStopped before the end.\n`)
    },
  )
})
