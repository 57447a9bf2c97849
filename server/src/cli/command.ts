import type { z } from 'zod'

/** What a command may use of the world around it. */
export type Context = {
  environment: Record<string, string | undefined>
  print: (line: string) => void
  complain: (line: string) => void
}

/** One command of `fornix`. An option's rule checks its value; its description is the line of the help. */
export type Command<Options extends z.ZodRawShape = z.ZodRawShape> = {
  name: string
  summary: string
  options: z.ZodObject<Options>
  /** The option that may stand by itself, without its name. */
  argument?: string & keyof Options
  run: (values: z.output<z.ZodObject<Options>>, context: Context) => Promise<void>
}

export const defineCommand = <Options extends z.ZodRawShape>(command: Command<Options>) => command as unknown as Command

/** Something that the person at the keyboard can mend: the sentence is all they need to see. */
export class CommandFailed extends Error {}
