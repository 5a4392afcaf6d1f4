// Lets imgd run on the oldest supported Node.js as on the newest.

// node:sqlite and reading TypeScript are stable enough; older versions warn of them at every start.
const { emitWarning } = process;
process.emitWarning = (warning, ...options) => {
  if (options[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...options);
};

// Node.js 22 has no AsyncDisposableStack (ECMAScript 2026, section 27.4).
globalThis.AsyncDisposableStack ??= class AsyncDisposableStack {
  #callbacks = [];

  use(value) {
    if (value) this.defer(() => (value[Symbol.asyncDispose] ?? value[Symbol.dispose]).call(value));
    return value;
  }

  adopt(value, dispose) {
    this.defer(() => dispose(value));
    return value;
  }

  defer(callback) {
    this.#callbacks.push(callback);
  }

  move() {
    const moved = new AsyncDisposableStack();
    moved.#callbacks = this.#callbacks.splice(0);
    return moved;
  }

  disposeAsync() {
    return this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose]() {
    const errors = [];
    for (const callback of this.#callbacks.splice(0).reverse()) {
      try {
        await callback();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors.at(-1);
  }
};
