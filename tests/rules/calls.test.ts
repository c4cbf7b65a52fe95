/** A call is told once: in the file of its room that bears its name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALL_GROUPS, CALL_LIST } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { root } from './sourceImports.ts'

const folder = join(root, 'protocol/src/calls')
const rooms = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Every file of a room that is no index, as `room/name`. */
const files = rooms.flatMap((room) =>
  readdirSync(join(folder, room))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts' && !file.endsWith('.test.ts'))
    .map((file) => `${room}/${file.slice(0, -'.ts'.length)}`),
)

describe('calls', () => {
  it('each stands in the file of its name, in the room of its group, and no file is left out of the list', () => {
    expect(rooms.toSorted()).toEqual(CALL_GROUPS.map((group) => group.toLowerCase()).toSorted())
    expect(CALL_LIST.map(({ group, name }) => `${group.toLowerCase()}/${name}`).toSorted()).toEqual(
      files.toSorted(),
    )
  })

  it('each file tells one call', () => {
    const told = files.map((file) => [
      file,
      readFileSync(join(folder, `${file}.ts`), 'utf8').match(/^export const \w+Call\b/gm),
    ])
    expect(told).toEqual(files.map((file) => [file, [`export const ${file.split('/')[1]}Call`]]))
  })
})
