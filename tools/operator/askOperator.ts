/** One question to the operator's port of a running exchange, and its answer as text or as it came. */
export interface OperatorAsk {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object | undefined
  readonly isJson: boolean
}

/** The address that was named, or that the environment names; undefined where neither is one. */
export function operatorUrl(named: string | undefined): string | undefined {
  const { VEST_OPERATOR_URL: fromEnv, VEST_OPERATOR_PORT: port } = process.env
  const url = named ?? fromEnv ?? (port === undefined ? undefined : `http://127.0.0.1:${port}`)
  return url !== undefined && URL.canParse(url) ? url : undefined
}

/** Writes the answer, or why there is none. Returns the exit code: 0, or 1 where it was refused or not reached. */
export async function askOperator<Answer extends { readonly error?: unknown }>(
  { url, method, path, body, isJson }: OperatorAsk,
  textOf: (answer: Answer) => string,
  write: (text: string) => void,
): Promise<0 | 1> {
  let answer: Response
  try {
    answer = await fetch(new URL(path, url), {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch (error) {
    write(`${url} cannot be reached: ${(error as Error).message}\n`)
    return 1
  }
  const found = (await answer.json()) as Answer
  if (isJson) write(`${JSON.stringify(found, undefined, 2)}\n`)
  else write(answer.ok ? textOf(found) : `${String(found.error)}\n`)
  return answer.ok ? 0 : 1
}
