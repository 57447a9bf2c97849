import { randomInt } from 'node:crypto'
import { constants } from 'node:zlib'
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses what a page of a screen is made of: JSON and HTML above 1 KB, for browsers that ask for it. Assets are compressed when they
 * are built; images, PDFs, archives and streams of events stay as they are.
 *
 * BREACH (CVE-2013-3587) needs a secret and a stranger's input in one answer. Sessions and tokens are in no body that repeats input: they
 * are cookies that no other site's request carries (SameSite), or come from a call that repeats nothing. A list of staff does hold what one
 * patient wrote beside what is said of others: a header of random length hides what the length of such an answer would tell.
 */
const options: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  // 11, the default, takes a hundred times as long for a tenth fewer bytes.
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  },
  globalDecompression: false,
}

const mostPadding = 128

export const compressAnswers = async (app: FastifyInstance) => {
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).includes('json'))
      reply.header('x-padding', '0'.repeat(randomInt(1, mostPadding)))
  })
  await app.register(fastifyCompress, options)
}
