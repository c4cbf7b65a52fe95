/** Schemas are read, not compiled: the page's policy allows no code from text. Imported before any schema is made. */
import { config } from 'zod/v4/core'

config({ jitless: true })
