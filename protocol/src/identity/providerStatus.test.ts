import { expect, it } from 'vitest'
import { isProviderUp } from './providerStatus.ts'

it.each([
  [{ page: { status: 'UP' } }, true],
  [{ page: { status: 'HASISSUES' } }, false],
  [{ page: { status: 'UNDERMAINTENANCE' } }, false],
  [{ page: { id: 'x' }, status: { indicator: 'none', description: 'All Systems Operational' } }, true],
  [{ page: { id: 'x' }, status: { indicator: 'minor' } }, false],
  [{ page: { id: 'x' } }, undefined],
  [{ status: 'UP' }, undefined],
  ['UP', undefined],
  [null, undefined],
])('[7.28] the summary of a status page %j', (summary, wanted) => {
  expect(isProviderUp(summary)).toBe(wanted)
})
