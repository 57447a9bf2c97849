import { mutantsOf } from '../mutant.ts'

const tests = ['server/test/deploy/cluster-files.test.ts']

/** What keeps acknowledged writes when a leader hangs or dies. */
export const cluster = [
  ...mutantsOf('deploy/cluster/patroni.yml', tests, [
    ['\netcd:\n', '\netcd3:\n', 'a leader that wakes up takes the lead back'],
    ['synchronous_mode_strict: true', 'synchronous_mode_strict: false', 'a leader alone acknowledges'],
    ['    ttl: 10\n', '    ttl: 20\n', 'a dead leader is replaced late'],
  ]),
]
