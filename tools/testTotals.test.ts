import { describe, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { add, closingOf, NO_TESTS, totalsOfPlaywright, totalsOfTool, totalsOfVitest } from './testTotals.mjs'

const unitFile = (name: string, status: string, ...tests: readonly (readonly string[])[]) => ({
  name,
  status,
  assertionResults: tests.map(([fullName, outcome, ...failureMessages]) => ({
    fullName,
    status: outcome,
    failureMessages,
  })),
})
const unitReport = (numPassedTests: number, ...testResults: readonly unknown[]) => ({
  numPassedTests,
  testResults,
})
const spec = (title: string, ...statuses: readonly string[]) => ({
  title,
  file: 'day.e2e.ts',
  tests: statuses.map((status) => ({ status })),
})

describe('the totals of stages', () => {
  it('name what failed, in the order of the stages, and end with the count alone', () => {
    const totals = [
      totalsOfTool('types', 0),
      totalsOfTool('lint', 2),
      totalsOfVitest(
        'units',
        1,
        unitReport(7, unitFile('a.test.ts', 'failed', ['adds', 'passed'], ['takes', 'failed'])),
      ),
    ].reduce(add, NO_TESTS)
    expect(closingOf(totals)).toBe('failed  lint: exit 2\nfailed  a.test.ts: takes\n8 passed, 2 failed\n')
    expect(closingOf(add(NO_TESTS, totalsOfTool('types', 0)))).toBe('1 passed, 0 failed\n')
  })

  it('of units name each test, and a file that could not be read', () => {
    const report = unitReport(
      1,
      unitFile('a.test.ts', 'failed', ['one', 'failed'], ['two', 'failed'], ['three', 'passed']),
      { ...unitFile('b.test.ts', 'failed'), message: 'Cannot find package' },
      unitFile('c.test.ts', 'passed', ['skipped', 'pending']),
    )
    expect(totalsOfVitest('units', 1, report)).toEqual({
      passed: 1,
      failures: ['a.test.ts: one', 'a.test.ts: two', 'b.test.ts: Cannot find package'],
    })
  })

  it('say why, as the runner has said it', () => {
    const units = unitReport(
      0,
      unitFile('a.test.ts', 'failed', ['one', 'failed', 'expected 1 to be 2', 'again']),
    )
    expect(totalsOfVitest('units', 1, units).failures).toEqual(['a.test.ts: one: expected 1 to be 2'])
    const results = [{}, { error: { message: 'Test timeout of 60000ms exceeded.' } }]
    const journeys = {
      stats: { expected: 1 },
      errors: [],
      suites: [
        { specs: [{ title: 'first', file: 'day.e2e.ts', tests: [{ status: 'unexpected', results }] }] },
      ],
    }
    expect(totalsOfPlaywright('journeys', 1, journeys).failures).toEqual([
      'day.e2e.ts: first: Test timeout of 60000ms exceeded.',
    ])
  })

  it('of journeys name each, however deep, those that passed at a second try, and what failed beside them', () => {
    const report = {
      stats: { expected: 5 },
      errors: [{ message: 'No tests found' }],
      suites: [
        { specs: [spec('first', 'expected')], suites: [{ specs: [spec('second', 'unexpected')] }] },
        { specs: [spec('third', 'flaky'), spec('fourth', 'skipped')] },
      ],
    }
    expect(totalsOfPlaywright('journeys', 1, report)).toEqual({
      passed: 5,
      failures: ['day.e2e.ts: second', 'day.e2e.ts: third', 'journeys: No tests found'],
    })
  })

  it.each([
    ['reports nothing', 0, undefined, 'no report'],
    ['passes no test', 0, unitReport(0), 'no test passed'],
    ['exits badly and names nothing', 3, unitReport(4), 'exit 3'],
  ])('a runner that %s has failed', (_, code, report, words) => {
    expect(totalsOfVitest('units', code, report).failures).toEqual([`units: ${words}`])
    const journeys = report && { stats: { expected: report.numPassedTests }, errors: [], suites: [] }
    expect(totalsOfPlaywright('journeys', code, journeys).failures).toEqual([`journeys: ${words}`])
  })

  it('a failure takes one line, without colours, however long its words', () => {
    const closing: string = closingOf({
      passed: 1,
      failures: [`\u001b[31mred\u001b[39m\n  ${'x'.repeat(700)}`],
    })
    const [line, ...rest] = closing.split('\n')
    expect(line).toBe(`failed  red ${'x'.repeat(596)}`)
    expect(rest).toEqual(['1 passed, 1 failed', ''])
  })
})
