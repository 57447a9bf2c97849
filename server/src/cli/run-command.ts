import { parseArgs } from 'node:util'
import { z } from 'zod'
import { settingNames } from '../platform/settings/config.ts'
import { explained } from '../platform/settings/explain.ts'
import { settingsFromFiles } from '../platform/settings/from-files.ts'
import { type Command, CommandFailed, type Context } from './command.ts'
import { commands } from './commands.ts'

// A number's rule reads `true` as 1, but it takes text too; only a flag takes none.
const isFlag = (rule: z.core.$ZodType) => z.safeParse(rule, true).success && !z.safeParse(rule, '1').success
const isRequired = (rule: z.core.$ZodType) => !z.safeParse(rule, undefined).success
const described = (rule: z.core.$ZodType) => z.globalRegistry.get(rule)?.description ?? ''

const spelled = ([name, rule]: [string, z.core.$ZodType]) => {
  const option = isFlag(rule) ? `--${name}` : `--${name} …`
  return isRequired(rule) ? option : `[${option}]`
}
const usage = ({ name, argument, options }: Command) => {
  const named = Object.entries(options.shape).filter(([option]) => option !== argument)
  return [name, ...(argument ? [argument.toUpperCase()] : []), ...named.map(spelled)].join(' ')
}

const overview = () =>
  [
    'npm run fornix -- <command> [options]',
    '',
    ...commands.map((command) => `  ${usage(command)}\n      ${command.summary}`),
    '',
    'npm run fornix -- <command> --help explains the options. Settings come from the environment, as for npm start: see .env.example.',
  ].join('\n')

const helpOf = (command: Command) => {
  const options = Object.entries(command.options.shape)
  const width = Math.max(0, ...options.map(([name]) => name.length))
  return [
    `npm run fornix -- ${usage(command)}`,
    command.summary,
    ...options.map(([name, rule]) =>
      name === command.argument
        ? `  ${name.toUpperCase().padEnd(width + 2)}  ${described(rule)}`
        : `  --${name.padEnd(width)}  ${described(rule)}`,
    ),
  ].join('\n')
}

/** Runs what the arguments ask for; answers the exit code. */
export const runCommand = async (args: string[], context: Context): Promise<number> => {
  try {
    if (args.length === 0 || ['--help', '-h', 'help'].includes(args[0] ?? '')) {
      context.print(overview())
      return args.length === 0 ? 1 : 0
    }
    const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word))
    if (!command)
      throw new CommandFailed(`There is no command ${JSON.stringify(args.slice(0, 2).join(' '))}.\n\n${overview()}`)
    const values = valuesOf(command, args.slice(command.name.split(' ').length))
    if (values === 'help') context.print(helpOf(command))
    else await command.run(values, context)
    return 0
  } catch (error) {
    const { values } = settingsFromFiles(settingNames, context.environment)
    context.complain(explained(error, values, 'cli').message)
    return 1
  }
}

const valuesOf = (command: Command, args: string[]) => {
  const options = Object.entries(command.options.shape).map(
    ([name, rule]) => [name, { type: isFlag(rule) ? 'boolean' : 'string' }] as const,
  )
  const parsed = parsedArgs(command, args, Object.fromEntries([...options, ['help', { type: 'boolean' }]]))
  if (parsed['help']) return 'help'
  const checked = command.options.safeParse(parsed)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map(({ path, message }) => {
    const [name = ''] = path.map(String)
    const called = name === command.argument ? name.toUpperCase() : `--${name}`
    return parsed[name] === undefined ? `${called} is missing` : `${called} ${JSON.stringify(parsed[name])}: ${message}`
  })
  throw new CommandFailed(`${problems.join('\n')}\n\n${helpOf(command)}`)
}

type Types = Record<string, { type: 'boolean' | 'string' }>
const parsedArgs = (command: Command, args: string[], options: Types): Record<string, unknown> => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      strict: true,
      allowPositionals: command.argument !== undefined,
    })
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`)
    return command.argument && positionals[0] !== undefined ? { ...values, [command.argument]: positionals[0] } : values
  } catch (error) {
    // What parseArgs says names the option; its hint on positional arguments would mislead here.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw new CommandFailed(`${sentence}.\n\n${helpOf(command)}`)
  }
}
