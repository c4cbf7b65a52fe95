/** A stack for all tests of a file: started before the first, stopped after the last, and it must end well. */
import { expect, test } from '@playwright/test'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'

/** Called while tests are declared; what it returns may be read inside them. */
export function journeyStack(): Pick<Stack, 'baseUrl' | 'dataDir' | 'port'> {
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(stack.dataDir)
  })
  return {
    get baseUrl() {
      return stack.baseUrl
    },
    get dataDir() {
      return stack.dataDir
    },
    get port() {
      return stack.port
    },
  }
}
