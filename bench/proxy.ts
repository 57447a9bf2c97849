import { hasNginx, startNginx } from '../server/test/deploy/nginx.ts'
import { address, type Program, port } from './program.ts'

/** Below 1024 the system gives no port to anybody: the second node of the configuration, which is away. */
const goneNode = 1

/** The program as patients reach it, by HTTP/2 over TLS through the nginx of deploy/; directly where no nginx is installed. */
export const withProxy = async <T>(program: Program, work: (address: string, browserArgs: string[]) => Promise<T>) => {
  if (!hasNginx) return work(address, [])
  const nginx = await startNginx([port, goneNode])
  try {
    const publicUrl = `https://${nginx.host}:${nginx.https}`
    await program.restart({ PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' })
    return await work(publicUrl, [`--host-resolver-rules=MAP ${nginx.host} 127.0.0.1`, '--ignore-certificate-errors'])
  } finally {
    await nginx.stop()
    await program.restart()
  }
}
