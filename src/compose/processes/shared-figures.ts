import { isWorker, type ProcessRole } from './roles.ts';

/** The figures of all processes, which any of them reads through the primary one. */
export function createSharedFigures(role: ProcessRole) {
  let own: () => Promise<object[]> = async () => [];
  const all = isWorker(role)
    ? async () => (await role.callPrimary('allFigures')) as object[][]
    : async () => {
        const [first, ...others] = await Promise.all([own(), role.callWorkers('figures')]);
        return [first, ...(others.flat() as object[][])];
      };
  role.callables.set('figures', () => own()).set('allFigures', all);
  return {
    all,
    /** Lets the other processes read the figures of this one. */
    offer(read: () => Promise<object[]>) {
      own = read;
    },
  };
}
