/**
 * One anvil process: started in a group of its own (a terminal's Ctrl-C reaches us, and we stop it in
 * order), on a port that it picks itself unless told. It knows nothing of keys or files; published test
 * accounts are switched off.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The native binary of the package for this platform: no wrapper process in between. It is an optional
 * dependency, so an installation may lack it and say nothing.
 */
export function anvilBinary(
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process,
  resolve: (file: string) => string = createRequire(import.meta.url).resolve,
): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}`
  try {
    return resolve(`${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
  } catch (cause) {
    throw new Error(
      `The local chain's program is missing: the package ${name} is not installed. Delete node_modules and start again to install it.`,
      { cause },
    )
  }
}

export interface AnvilProcess {
  readonly pid: number
  readonly port: number
  readonly rpcUrl: string
  /** Resolves when the process is gone, with what it said last. */
  readonly exited: Promise<string>
  /** SIGTERM, and SIGKILL after three seconds. */
  stop(): Promise<void>
  /** SIGKILL: it does not answer. */
  kill(): void
}

export interface AnvilOptions {
  readonly chainId: number
  /** An address of the loopback. */
  readonly host?: string
  /** 0 = a free one. */
  readonly port?: number
  /** JSON text of a former `anvil_dumpState`. */
  readonly stateFile?: string
}

const OUTPUT_KEPT = 2_000

export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const host = options.host ?? '127.0.0.1'
  const child = spawn(
    anvilBinary(),
    [
      '--host',
      host,
      '--port',
      String(options.port ?? 0),
      '--chain-id',
      String(options.chainId),
      '--accounts',
      '0',
      '--no-cors',
      '--no-request-size-limit',
      ...(options.stateFile === undefined ? [] : ['--load-state', options.stateFile]),
    ],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(output.trim()))
  })
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
      const match = /Listening on 127(?:\.\d+){3}:(\d+)/.exec(output)
      if (match) resolve(Number(match[1]))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then((said) => reject(new Error(`anvil did not start: ${said || 'it said nothing'}`)))
  })
  return {
    pid: child.pid!,
    port,
    rpcUrl: `http://${host}:${port}`,
    exited,
    stop: () => stopChild(child),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await gone
  clearTimeout(impatience)
}
