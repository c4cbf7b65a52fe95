/**
 * The simulation as a stage: lives on one core and crashes on the other, at the scale of the caller; at the end one
 * line says what was done.
 */
import { spawn } from 'node:child_process'
import { root } from './build.mjs'
import { heading, track } from './stages.mjs'

/**
 * @param {{ seeds: number, ops: number, crashSeeds: number }} scale
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function simulation({ seeds, ops, crashSeeds }) {
  heading('simulation: lives and crashes')
  const startedMs = Date.now()
  const [lives, crashes] = await Promise.all([
    sim('lives', ['--seeds', seeds, '--ops', ops, '--fresh']),
    sim('crashes', ['--crashes', '--seeds', crashSeeds, '--fresh']),
  ])
  const [, livedOps] = /^ops: (\d+) violations/m.exec(lives.output) ?? []
  const [, crashed, commands] = /^crashes: (\d+) commands: (\d+)/m.exec(crashes.output) ?? []
  process.stdout.write(
    `simulation: ${Number(livedOps) + Number(commands)} operations (${livedOps} in ${seeds + 1} lives, ${commands} in ${crashSeeds + 1} with ${crashed} crashes), ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes\n`,
  )
  const failed = [lives, crashes].filter(({ code }) => code !== 0).length
  return { passed: 2 - failed, failed }
}

/** Runs the program with each line told apart, and keeps what it said. */
function sim(name, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['tools/program.mjs', 'sim', '--seed', '1', ...args.map(String)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    track(child)
    let output = ''
    let line = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text) => {
      output += text
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const one of lines) process.stdout.write(`${name.padEnd(8)}${one}\n`)
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
