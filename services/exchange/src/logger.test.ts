import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLogger, createLogSink } from './logger.ts'

describe('the log', () => {
  it('has its line in the file when the call returns', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vest-log-'))
    const file = join(folder, 'vest.log')
    createLogger({ file }).fatal({ err: new Error('the end') }, 'unhandled')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      level: 60,
      msg: 'unhandled',
      err: { message: 'the end' },
    })
    rmSync(folder, { recursive: true })
  })

  it.runIf(existsSync('/dev/full'))(
    'neither throws nor waits on a full disk, not even for the last line',
    () => {
      const logger = createLogger({ file: '/dev/full' })
      expect(() => {
        for (let line = 0; line < 100; line += 1) logger.warn({ line }, 'no room')
        logger.fatal('the end')
      }).not.toThrow()
    },
  )

  it('tells how many lines are missing once it can write again', () => {
    const lines: string[] = []
    let isFull = false
    const sink = createLogSink((line) => {
      if (isFull) throw new Error('ENOSPC')
      // The first line that does not fit is cut, as by a real disk.
      if (line === '2\n') isFull = true
      lines.push(isFull ? '' : line)
      return isFull ? 0 : line.length
    })
    sink.write('1\n')
    for (const line of ['2\n', '3\n', '4\n']) sink.write(line)
    isFull = false
    for (const line of ['5\n', '6\n']) sink.write(line)
    expect(lines.map((line) => (line.includes('lost') ? JSON.parse(line).lost : line))).toEqual([
      '1\n',
      '',
      3,
      '5\n',
      '6\n',
    ])
  })
})
