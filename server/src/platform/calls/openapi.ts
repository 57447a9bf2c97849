import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const made = (describe: () => object) => {
  const plain = Buffer.from(JSON.stringify(describe()))
  return { plain, br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) }
}

/**
 * Describes all calls to anyone. Building, serializing and compressing it costs as much as a dozen pages, and is rarely needed: it is done
 * once, so that repeated requests slow nobody down.
 */
export const openApiRoute = (app: FastifyInstance, describe: () => object) => {
  let document: ReturnType<typeof made> | undefined
  app.get('/openapi.json', { compress: false }, async (request, reply) => {
    document ??= made(describe)
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    const accepted = String(request.headers['accept-encoding'])
    const form = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
    return form ? reply.header('content-encoding', form).send(document[form]) : reply.send(document.plain)
  })
}
