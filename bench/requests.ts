import { Agent, request } from 'node:http'
import { address } from './program.ts'

const connections = 16

const one = (agent: Agent, path: string, token: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    request(address + path, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${path} answered ${response.statusCode}`))
      })
    })
      .on('error', reject)
      .end()
  })

/** Asks so often over 16 connections, and answers with the time that each took in milliseconds. */
export const requests = async (path: string, tokens: string[], count: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let asked = 0
  const keepAsking = async () => {
    while (asked < count) times.push(await one(agent, path, tokens[asked++ % tokens.length] ?? ''))
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  agent.destroy()
  return times
}
