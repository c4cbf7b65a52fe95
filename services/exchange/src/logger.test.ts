import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

  it('is put aside where it has grown large: the newest line is in the file, four are kept, all of the owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vest-log-'))
    const file = join(folder, 'vest.log')
    writeFileSync(file, 'a line of before\n', { mode: 0o644 })
    const logger = createLogger({ file, bytesMax: 400 })
    for (let line = 0; line < 40; line += 1) logger.warn({ line }, 'x'.repeat(100))
    const names = readdirSync(folder).sort()
    expect(names).toEqual(['vest.log', ...[1, 2, 3, 4].map((place) => `vest.log.${place}`)])
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(400)
    // Without a gap, newest last.
    const lines = [...texts.slice(1).reverse(), texts[0]!].flatMap((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { line: number }).line),
    )
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, at) => 40 - lines.length + at))
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
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
