import fc from 'fast-check';

/**
 * Tests of properties generate the same inputs each time, so that whoever sees one fail broke it. To hunt, give `fc.assert` a seed and more
 * runs of your own.
 */
fc.configureGlobal({ seed: 1 });

export { fc };
