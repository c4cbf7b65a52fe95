/**
 * What judges a mutant: units and worked examples of its own folder, without the properties, which would take a minute
 * for each survivor. Packages are those of the tree that is being mutated, not the linked ones.
 */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..', '..')
const source = (folder: string): string => join(root, folder, 'src', 'index.ts')

export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^@vest\/engine$/, replacement: source('core/engine') },
      { find: /^@vest\/formulas$/, replacement: source('core/formulas') },
      { find: /^@vest\/protocol$/, replacement: source('protocol') },
    ],
  },
  test: {
    include: [`${process.env['VEST_MUTATION_FOLDER']}/src/**/*.test.ts`],
    exclude: ['**/node_modules/**', 'core/engine/src/**/*.property.test.ts'],
    testTimeout: 60_000,
  },
})
