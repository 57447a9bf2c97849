import { randomInt } from 'node:crypto'
import { constants } from 'node:zlib'
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses what screens load: JSON and HTML above 1 KB, for browsers that accept it. Assets are compressed at build time; images, PDFs,
 * archives and event streams stay as they are.
 *
 * BREACH (CVE-2013-3587) needs a secret and an attacker's input in one response. Sessions and tokens are never in a body that repeats
 * input: they are cookies, which other sites' requests do not carry (SameSite), or come from a call that repeats nothing. A list for staff
 * does contain one patient's text next to data about others: a header of random length hides the length of such a response.
 */
const options: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  // 11, the default, takes a hundred times as long to save a tenth of the bytes.
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  },
  globalDecompression: false,
}

const maxPadding = 128

export const compressResponses = async (app: FastifyInstance) => {
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).includes('json'))
      reply.header('x-padding', '0'.repeat(randomInt(1, maxPadding)))
  })
  await app.register(fastifyCompress, options)
}
