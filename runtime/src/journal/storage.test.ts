import { expect, it } from 'vitest'
import { createSimulatedStorage, type StorageCall } from '../testing/simulatedStorage.ts'
import { readFile, writeFileAtomically } from './storage.ts'

const FAILURES: readonly StorageCall[] = ['write', 'sync', 'rename']

it.each(FAILURES)('a file whose %s fails leaves the old one, and takes no room', (call) => {
  const storage = createSimulatedStorage()
  writeFileAtomically(storage, 'file', Buffer.from('old'))
  storage.failNext(call, 'ENOSPC')
  expect(() => writeFileAtomically(storage, 'file', Buffer.from('new'))).toThrow('ENOSPC')
  expect(storage.list()).toEqual(['file'])
  expect(readFile(storage, 'file').toString()).toBe('old')
})

it('the reason of a failed write is reported, also if nothing can be removed', () => {
  const storage = createSimulatedStorage()
  storage.failNext('write', 'ENOSPC')
  storage.failNext('remove', 'EROFS')
  expect(() => writeFileAtomically(storage, 'file', Buffer.from('new'))).toThrow('ENOSPC')
})
