/**
 * What stages of tests come to: how many passed, and of each that failed its name and why, so that the end of a long run
 * says what failed in the middle of it. A runner that reports no test at all has failed, whatever it exits with; so has one
 * that exits badly and names nothing.
 *
 * @typedef {{ readonly passed: number, readonly failures: readonly string[] }} Totals
 */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export const NO_TESTS = { passed: 0, failures: [] }

/** @returns {Totals} */
export const add = (a, b) => ({ passed: a.passed + b.passed, failures: [...a.failures, ...b.failures] })

/** Of a tool that judges the tree as a whole. @returns {Totals} */
export const totalsOfTool = (name, code) =>
  code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [`${name}: exit ${code}`] }

/** @param report what Vitest's JSON reporter wrote; undefined = nothing. @returns {Totals} */
export function totalsOfVitest(title, code, report) {
  if (report === undefined) return { passed: 0, failures: [`${title}: no report`] }
  const failures = report.testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length > 0)
      return failed.map(({ fullName, failureMessages }) =>
        withReason(`${name}: ${fullName}`, failureMessages?.[0]),
      )
    return file.status === 'failed' ? [`${name}: ${file.message ?? ''}`] : []
  })
  return judged(title, code, report.numPassedTests, failures)
}

/** @param report what Playwright's JSON reporter wrote; undefined = nothing. @returns {Totals} */
export function totalsOfPlaywright(title, code, report) {
  if (report === undefined) return { passed: 0, failures: [`${title}: no report`] }
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const failures = report.suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          withReason(
            `${spec.file}: ${spec.title}`,
            results?.find(({ error }) => error !== undefined)?.error.message,
          ),
        ),
    )
  return judged(title, code, report.stats.expected, [
    ...failures,
    ...report.errors.map(({ message }) => `${title}: ${message}`),
  ])
}

const judged = (title, code, passed, failures) => ({
  passed,
  failures:
    failures.length > 0 || (code === 0 && passed > 0)
      ? failures
      : [...failures, passed === 0 ? `${title}: no test passed` : `${title}: exit ${code}`],
})

/** Names and reasons are told in one line. */
const withReason = (name, reason) => (reason === undefined ? name : `${name}: ${reason}`)

const FAILURE_LINE_MAX = 600

/** The end of a command: a line for each failure, without what a terminal does with it, then the count alone. */
export const closingOf = ({ passed, failures }) =>
  [
    ...failures.map(
      (text) =>
        `failed  ${stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, FAILURE_LINE_MAX)}`,
    ),
    `${passed} passed, ${failures.length} failed`,
  ]
    .map((line) => `${line}\n`)
    .join('')
