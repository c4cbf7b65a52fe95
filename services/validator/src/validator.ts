/**
 * The program: `validator.mjs CONFIG.json` runs until SIGTERM or until the process that started it is gone;
 * `validator.mjs --new-key FILE` makes a key and prints its address.
 */
import { makeKeyFile } from './keyFile.ts'
import { startValidator } from './startValidator.ts'
import { readValidatorConfig } from './validatorConfig.ts'

async function main([first, second]: readonly string[]): Promise<void> {
  process.umask(0o077)
  if (first === '--new-key' && second !== undefined)
    return void process.stdout.write(`${makeKeyFile(second)}\n`)
  if (first === undefined) throw new Error('Usage: validator.mjs CONFIG.json, or --new-key FILE.')
  const running = await startValidator(readValidatorConfig(first))
  process.stdout.write(`Validator ${running.address} at ${running.url}\n`)
  process.send?.({ url: running.url })
  const stop = (): void => void running.stop().finally(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
