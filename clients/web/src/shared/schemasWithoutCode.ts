/**
 * Schemas are read, not compiled: the page's policy allows no code from text. Awaited before a part of the app that makes
 * schemas is loaded.
 */
import { config } from 'zod/v4/core'

config({ jitless: true })
