/** Schemas that are read, not compiled: this origin's policy allows no code from text. Imported before any schema is made. */
import { config } from 'zod'

config({ jitless: true })
