/**
 * The simulation as a stage, on two cores: lives on both, and on one of them the crashes behind its share of lives, at
 * the scale of the caller; what they have met is judged together, and at the end one line says what was done.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'
import { heading, spawnTracked } from './stages.mjs'
import { add, NO_TESTS, totalsOfTool } from './testTotals.mjs'

/** A seed of crashes takes as long as so many commands of a life, twins included. */
const CRASH_SEED_OPS = 1_300

/** Where the lives of a run begin that has this seed: runs share none. */
export const firstSeedOf = (seed) => 1 + seed * 1_000

/** So many more at most, while something that is rare has not been met. */
const MORE_LIVES = 200

/**
 * @param {{ from?: number, seeds: number, ops: number, crashSeeds: number, twinEvery?: number }} scale `from`: the seed
 * of the first life and the first crash; one in so many lives has its twin beside it
 * @returns {Promise<import('./testTotals.mjs').Totals>}
 */
export async function simulation({ from = 1, seeds, ops, crashSeeds, twinEvery = 20 }) {
  heading('simulation: lives and crashes')
  const startedMs = Date.now()
  const first = Math.max(1, Math.round((seeds - (crashSeeds * CRASH_SEED_OPS) / ops) / 2))
  const folder = mkdtempSync(join(tmpdir(), 'vest-simulation-'))
  const told = [join(folder, '1'), join(folder, '2')]
  const lives = (name, seed, count, ...more) =>
    sim(name, ['--seed', seed, '--seeds', count, '--ops', ops, '--twin', twinEvery, ...more])
  const runs = (
    await Promise.all([
      lives('lives 1', from, first, '--tell', told[0]).then(async (done) => [
        done,
        await sim('crashes', ['--crashes', '--seed', from, '--seeds', crashSeeds, '--fresh']),
      ]),
      lives('lives 2', from + first, seeds - first, '--fresh', '--tell', told[1]).then((done) => [done]),
    ])
  ).flat()
  if (runs.every(({ code }) => code === 0))
    runs.push(await sim('met', ['--met', told, '--seed', from + seeds, '--seeds', MORE_LIVES, '--ops', ops]))
  rmSync(folder, { recursive: true })
  const sum = (pattern) =>
    runs.reduce((total, { output }) => total + Number(pattern.exec(output)?.[1] ?? 0), 0)
  const [livedOps, twins, crashed, commands] = [
    sum(/^ops: (\d+) violations/m),
    sum(/^\d+ lives, (\d+) with their twin/m),
    sum(/^crashes: (\d+)/m),
    sum(/^crashes: \d+ commands: (\d+)/m),
  ]
  process.stdout.write(
    `simulation: ${livedOps + commands} operations (${livedOps} in ${seeds + 1} lives, ${twins} of them with their twin beside them, ${commands} in ${crashSeeds + 1} with ${crashed} crashes), ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes\n`,
  )
  return runs.map(({ name, code }) => totalsOfTool(`simulation, ${name}`, code)).reduce(add, NO_TESTS)
}

/** Runs the program with each line told apart, and keeps what it said. */
function sim(name, args) {
  return new Promise((resolve, reject) => {
    const child = spawnTracked(process.execPath, ['tools/program.mjs', 'sim', ...args.map(String)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    let line = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text) => {
      output += text
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const one of lines) process.stdout.write(`${name.padEnd(9)}${one}\n`)
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve({ name, code: code ?? 1, output }))
  })
}
