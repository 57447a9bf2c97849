// What is used of programs that only `npm run bench` installs: the types are checked without them.
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    requests?: Request[]
    setupClient?: (client: autocannon.Client) => void
  }
  type Result = {
    requests: { total: number; average: number }
    latency: { p99: number }
    duration: number
    non2xx: number
  }
  namespace autocannon {
    type Client = { setRequests: (requests: Request[]) => void }
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}

declare module 'lighthouse' {
  export type Config = { extends: string; settings: Record<string, unknown> }
  type Audit = { numericValue?: number; details?: { type: string; items: Record<string, unknown>[] } }
  type Result = { audits: Record<string, Audit>; categories: Record<string, { score: number | null }> }
  const lighthouse: (
    address: string,
    flags: { port: number; logLevel: string },
    config: Config,
  ) => Promise<{ lhr: Result } | undefined>
  export default lighthouse
}
