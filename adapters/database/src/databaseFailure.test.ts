import { describe, expect, it } from 'vitest'
import { DatabaseError, databaseFailure, ReadModelUnavailableError } from './databaseFailure.ts'
import { exactInteger } from './exactInteger.ts'

const failed = (code: string) => databaseFailure(Object.assign(new Error('the driver said'), { code }))

describe('a failure of the database', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '53300', '08006', '40001', '58030'])(
    'passes when it is the world: %s',
    (code) => {
      expect(failed(code)).toBeInstanceOf(ReadModelUnavailableError)
      expect(failed(code).message).toBe('the database is not available: the driver said')
    },
  )

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ])('passes when the driver lost its connection: %s', (message) => {
    expect(databaseFailure(new Error(message))).toBeInstanceOf(ReadModelUnavailableError)
  })

  it.each(['23514', '22P02', '42P01', 'XX001'])(
    'is final when it is the statement or the data: %s',
    (code) => {
      expect(failed(code)).toBeInstanceOf(DatabaseError)
      expect(failed(code)).toMatchObject({ message: 'the driver said', sqlState: code })
    },
  )

  it('is final when no code says what it was', () => {
    expect(databaseFailure('what')).toMatchObject({
      name: 'DatabaseError',
      message: 'what',
      sqlState: undefined,
    })
    expect(databaseFailure(new RangeError('stack')).message).toBe('stack')
  })

  it('is told in words when the file system under PGlite threw no error', () => {
    const full = databaseFailure({ name: 'ErrnoError', errno: 51 })
    expect(full).toEqual(
      new ReadModelUnavailableError('the database is not available: no space left on the disk'),
    )
    expect(databaseFailure({ errno: 29 }).message).toBe('file system error 29')
    expect(databaseFailure({ errno: 29, message: 'FS error' }).message).toBe('FS error')
    expect(databaseFailure({}).message).toBe('it gave no reason')
  })

  it('stays what it is', () => {
    const unavailable = new ReadModelUnavailableError('away')
    expect(databaseFailure(unavailable)).toBe(unavailable)
  })
})

describe('an integer of the database', () => {
  it('is read exactly or not at all', () => {
    expect(exactInteger('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
    expect(exactInteger('-9007199254740991')).toBe(-Number.MAX_SAFE_INTEGER)
    expect(() => exactInteger('9007199254740993')).toThrow(/9007199254740993/)
  })
})
