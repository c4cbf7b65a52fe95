/** Properties draw from the seed of the run, so that it repeats them too; the number of one that fails is told as ever. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['VEST_SEED'] ?? 1) })
