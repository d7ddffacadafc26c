var __BUNDLE_START_TIME__=globalThis.nativePerformanceNow?nativePerformanceNow():Date.now(),__DEV__=false,process=globalThis.process||{},__METRO_GLOBAL_PREFIX__='';process.env=process.env||{};process.env.NODE_ENV=process.env.NODE_ENV||"production";
(function (global) {
  "use strict";

  global.__r = metroRequire;
  global[`${__METRO_GLOBAL_PREFIX__}__d`] = define;
  global.__c = clear;
  global.__registerSegment = registerSegment;
  var modules = clear();
  var EMPTY = {};
  var CYCLE_DETECTED = {};
  var _ref = {},
    hasOwnProperty = _ref.hasOwnProperty;
  function clear() {
    modules = new Map();
    return modules;
  }
  function define(factory, moduleId, dependencyMap) {
    if (modules.has(moduleId)) {
      return;
    }
    var mod = {
      dependencyMap,
      factory,
      hasError: false,
      importedAll: EMPTY,
      importedDefault: EMPTY,
      isInitialized: false,
      publicModule: {
        exports: {}
      }
    };
    modules.set(moduleId, mod);
  }
  function metroRequire(moduleId, maybeNameForDev) {
    if (moduleId === null) {
      throw new Error("Cannot find module");
    }
    var moduleIdReallyIsNumber = moduleId;
    var module = modules.get(moduleIdReallyIsNumber);
    return module && module.isInitialized ? module.publicModule.exports : guardedLoadModule(moduleIdReallyIsNumber, module);
  }
  function metroImportDefault(moduleId) {
    var moduleIdReallyIsNumber = moduleId;
    var maybeInitializedModule = modules.get(moduleIdReallyIsNumber);
    if (maybeInitializedModule && maybeInitializedModule.importedDefault !== EMPTY) {
      return maybeInitializedModule.importedDefault;
    }
    var exports = metroRequire(moduleIdReallyIsNumber);
    var importedDefault = exports && exports.__esModule ? exports.default : exports;
    var initializedModule = modules.get(moduleIdReallyIsNumber);
    return initializedModule.importedDefault = importedDefault;
  }
  metroRequire.importDefault = metroImportDefault;
  function metroImportAll(moduleId) {
    var moduleIdReallyIsNumber = moduleId;
    var maybeInitializedModule = modules.get(moduleIdReallyIsNumber);
    if (maybeInitializedModule && maybeInitializedModule.importedAll !== EMPTY) {
      return maybeInitializedModule.importedAll;
    }
    var exports = metroRequire(moduleIdReallyIsNumber);
    var importedAll;
    if (exports && exports.__esModule) {
      importedAll = exports;
    } else {
      importedAll = {};
      if (exports) {
        for (var key in exports) {
          if (hasOwnProperty.call(exports, key)) {
            importedAll[key] = exports[key];
          }
        }
      }
      importedAll.default = exports;
    }
    var initializedModule = modules.get(moduleIdReallyIsNumber);
    return initializedModule.importedAll = importedAll;
  }
  metroRequire.importAll = metroImportAll;
  metroRequire.context = function fallbackRequireContext() {
    throw new Error("The experimental Metro feature `require.context` is not enabled in your project.");
  };
  metroRequire.resolveWeak = function fallbackRequireResolveWeak() {
    throw new Error("require.resolveWeak cannot be called dynamically.");
  };
  var inGuard = false;
  function guardedLoadModule(moduleId, module) {
    if (!inGuard && global.ErrorUtils) {
      inGuard = true;
      var returnValue;
      try {
        returnValue = loadModuleImplementation(moduleId, module);
      } catch (e) {
        global.ErrorUtils.reportFatalError(e);
      }
      inGuard = false;
      return returnValue;
    } else {
      return loadModuleImplementation(moduleId, module);
    }
  }
  var ID_MASK_SHIFT = 16;
  var LOCAL_ID_MASK = 65535;
  function unpackModuleId(moduleId) {
    var segmentId = moduleId >>> ID_MASK_SHIFT;
    var localId = moduleId & LOCAL_ID_MASK;
    return {
      segmentId,
      localId
    };
  }
  metroRequire.unpackModuleId = unpackModuleId;
  function packModuleId(value) {
    return (value.segmentId << ID_MASK_SHIFT) + value.localId;
  }
  metroRequire.packModuleId = packModuleId;
  var moduleDefinersBySegmentID = [];
  var definingSegmentByModuleID = new Map();
  function registerSegment(segmentId, moduleDefiner, moduleIds) {
    moduleDefinersBySegmentID[segmentId] = moduleDefiner;
    if (moduleIds) {
      moduleIds.forEach(moduleId => {
        if (!modules.has(moduleId) && !definingSegmentByModuleID.has(moduleId)) {
          definingSegmentByModuleID.set(moduleId, segmentId);
        }
      });
    }
  }
  function loadModuleImplementation(moduleId, module) {
    if (!module && moduleDefinersBySegmentID.length > 0) {
      var segmentId = definingSegmentByModuleID.get(moduleId) ?? 0;
      var definer = moduleDefinersBySegmentID[segmentId];
      if (definer != null) {
        definer(moduleId);
        module = modules.get(moduleId);
        definingSegmentByModuleID.delete(moduleId);
      }
    }
    var nativeRequire = global.nativeRequire;
    if (!module && nativeRequire) {
      var _unpackModuleId = unpackModuleId(moduleId),
        _segmentId = _unpackModuleId.segmentId,
        localId = _unpackModuleId.localId;
      nativeRequire(localId, _segmentId);
      module = modules.get(moduleId);
    }
    if (!module) {
      throw unknownModuleError(moduleId);
    }
    if (module.hasError) {
      throw module.error;
    }
    module.isInitialized = true;
    var _module = module,
      factory = _module.factory,
      dependencyMap = _module.dependencyMap;
    try {
      var moduleObject = module.publicModule;
      moduleObject.id = moduleId;
      factory(global, metroRequire, metroImportDefault, metroImportAll, moduleObject, moduleObject.exports, dependencyMap);
      {
        module.factory = undefined;
        module.dependencyMap = undefined;
      }
      return moduleObject.exports;
    } catch (e) {
      module.hasError = true;
      module.error = e;
      module.isInitialized = false;
      module.publicModule.exports = undefined;
      throw e;
    } finally {}
  }
  function unknownModuleError(id) {
    var message = 'Requiring unknown module "' + id + '".';
    return Error(message);
  }
})(typeof globalThis !== 'undefined' ? globalThis : typeof global !== 'undefined' ? global : typeof window !== 'undefined' ? window : this);
(function (global) {
  /**
   * Copyright (c) Meta Platforms, Inc. and affiliates.
   *
   * This source code is licensed under the MIT license found in the
   * LICENSE file in the root directory of this source tree.
   *
   * @format
   * 
   * @nolint
   * @polyfill
   */

  'use client';

  /* eslint-disable no-shadow, eqeqeq, no-unused-vars, no-control-regex  */

  /**
   * This pipes all of our console logging functions to native logging so that
   * JavaScript errors in required modules show up in Xcode via NSLog.
   */
  var inspect = function () {
    // Copyright Joyent, Inc. and other Node contributors.
    //
    // Permission is hereby granted, free of charge, to any person obtaining a
    // copy of this software and associated documentation files (the
    // "Software"), to deal in the Software without restriction, including
    // without limitation the rights to use, copy, modify, merge, publish,
    // distribute, sublicense, and/or sell copies of the Software, and to permit
    // persons to whom the Software is furnished to do so, subject to the
    // following conditions:
    //
    // The above copyright notice and this permission notice shall be included
    // in all copies or substantial portions of the Software.
    //
    // THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
    // OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
    // MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN
    // NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
    // DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
    // OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
    // USE OR OTHER DEALINGS IN THE SOFTWARE.
    //
    // https://github.com/joyent/node/blob/master/lib/util.js

    function inspect(obj, opts) {
      var ctx = {
        seen: [],
        formatValueCalls: 0,
        stylize: stylizeNoColor
      };
      return formatValue(ctx, obj, opts.depth);
    }
    function stylizeNoColor(str, styleType) {
      return str;
    }
    function arrayToHash(array) {
      var hash = {};
      array.forEach(function (val, idx) {
        hash[val] = true;
      });
      return hash;
    }
    function formatValue(ctx, value, recurseTimes) {
      ctx.formatValueCalls++;
      if (ctx.formatValueCalls > 200) {
        return `[TOO BIG formatValueCalls ${ctx.formatValueCalls} exceeded limit of 200]`;
      }

      // Primitive types cannot have properties
      var primitive = formatPrimitive(ctx, value);
      if (primitive) {
        return primitive;
      }

      // Look up the keys of the object.
      var keys = Object.keys(value);
      var visibleKeys = arrayToHash(keys);

      // IE doesn't make error fields non-enumerable
      // http://msdn.microsoft.com/en-us/library/ie/dww52sbt(v=vs.94).aspx
      if (isError(value) && (keys.indexOf('message') >= 0 || keys.indexOf('description') >= 0)) {
        return formatError(value);
      }

      // Some type of object without properties can be shortcutted.
      if (keys.length === 0) {
        if (isFunction(value)) {
          var name = value.name ? ': ' + value.name : '';
          return ctx.stylize('[Function' + name + ']', 'special');
        }
        if (isRegExp(value)) {
          return ctx.stylize(RegExp.prototype.toString.call(value), 'regexp');
        }
        if (isDate(value)) {
          return ctx.stylize(Date.prototype.toString.call(value), 'date');
        }
        if (isError(value)) {
          return formatError(value);
        }
      }
      var base = '',
        array = false,
        braces = ['{', '}'];

      // Make Array say that they are Array
      if (isArray(value)) {
        array = true;
        braces = ['[', ']'];
      }

      // Make functions say that they are functions
      if (isFunction(value)) {
        var n = value.name ? ': ' + value.name : '';
        base = ' [Function' + n + ']';
      }

      // Make RegExps say that they are RegExps
      if (isRegExp(value)) {
        base = ' ' + RegExp.prototype.toString.call(value);
      }

      // Make dates with properties first say the date
      if (isDate(value)) {
        base = ' ' + Date.prototype.toUTCString.call(value);
      }

      // Make error with message first say the error
      if (isError(value)) {
        base = ' ' + formatError(value);
      }
      if (keys.length === 0 && (!array || value.length == 0)) {
        return braces[0] + base + braces[1];
      }
      if (recurseTimes < 0) {
        if (isRegExp(value)) {
          return ctx.stylize(RegExp.prototype.toString.call(value), 'regexp');
        } else {
          return ctx.stylize('[Object]', 'special');
        }
      }
      ctx.seen.push(value);
      var output;
      if (array) {
        output = formatArray(ctx, value, recurseTimes, visibleKeys, keys);
      } else {
        output = keys.map(function (key) {
          return formatProperty(ctx, value, recurseTimes, visibleKeys, key, array);
        });
      }
      ctx.seen.pop();
      return reduceToSingleString(output, base, braces);
    }
    function formatPrimitive(ctx, value) {
      if (isUndefined(value)) return ctx.stylize('undefined', 'undefined');
      if (isString(value)) {
        var simple = "'" + JSON.stringify(value).replace(/^"|"$/g, '').replace(/'/g, "\\'").replace(/\\"/g, '"') + "'";
        return ctx.stylize(simple, 'string');
      }
      if (isNumber(value)) return ctx.stylize('' + value, 'number');
      if (isBoolean(value)) return ctx.stylize('' + value, 'boolean');
      // For some reason typeof null is "object", so special case here.
      if (isNull(value)) return ctx.stylize('null', 'null');
    }
    function formatError(value) {
      return '[' + Error.prototype.toString.call(value) + ']';
    }
    function formatArray(ctx, value, recurseTimes, visibleKeys, keys) {
      var output = [];
      for (var i = 0, l = value.length; i < l; ++i) {
        if (hasOwnProperty(value, String(i))) {
          output.push(formatProperty(ctx, value, recurseTimes, visibleKeys, String(i), true));
        } else {
          output.push('');
        }
      }
      keys.forEach(function (key) {
        if (!key.match(/^\d+$/)) {
          output.push(formatProperty(ctx, value, recurseTimes, visibleKeys, key, true));
        }
      });
      return output;
    }
    function formatProperty(ctx, value, recurseTimes, visibleKeys, key, array) {
      var name, str, desc;
      desc = Object.getOwnPropertyDescriptor(value, key) || {
        value: value[key]
      };
      if (desc.get) {
        if (desc.set) {
          str = ctx.stylize('[Getter/Setter]', 'special');
        } else {
          str = ctx.stylize('[Getter]', 'special');
        }
      } else {
        if (desc.set) {
          str = ctx.stylize('[Setter]', 'special');
        }
      }
      if (!hasOwnProperty(visibleKeys, key)) {
        name = '[' + key + ']';
      }
      if (!str) {
        if (ctx.seen.indexOf(desc.value) < 0) {
          if (isNull(recurseTimes)) {
            str = formatValue(ctx, desc.value, null);
          } else {
            str = formatValue(ctx, desc.value, recurseTimes - 1);
          }
          if (str.indexOf('\n') > -1) {
            if (array) {
              str = str.split('\n').map(function (line) {
                return '  ' + line;
              }).join('\n').slice(2);
            } else {
              str = '\n' + str.split('\n').map(function (line) {
                return '   ' + line;
              }).join('\n');
            }
          }
        } else {
          str = ctx.stylize('[Circular]', 'special');
        }
      }
      if (isUndefined(name)) {
        if (array && key.match(/^\d+$/)) {
          return str;
        }
        name = JSON.stringify('' + key);
        if (name.match(/^"([a-zA-Z_][a-zA-Z_0-9]*)"$/)) {
          name = name.slice(1, name.length - 1);
          name = ctx.stylize(name, 'name');
        } else {
          name = name.replace(/'/g, "\\'").replace(/\\"/g, '"').replace(/(^"|"$)/g, "'");
          name = ctx.stylize(name, 'string');
        }
      }
      return name + ': ' + str;
    }
    function reduceToSingleString(output, base, braces) {
      var numLinesEst = 0;
      var length = output.reduce(function (prev, cur) {
        numLinesEst++;
        if (cur.indexOf('\n') >= 0) numLinesEst++;
        return prev + cur.replace(/\u001b\[\d\d?m/g, '').length + 1;
      }, 0);
      if (length > 60) {
        return braces[0] + (base === '' ? '' : base + '\n ') + ' ' + output.join(',\n  ') + ' ' + braces[1];
      }
      return braces[0] + base + ' ' + output.join(', ') + ' ' + braces[1];
    }

    // NOTE: These type checking functions intentionally don't use `instanceof`
    // because it is fragile and can be easily faked with `Object.create()`.
    function isArray(ar) {
      return Array.isArray(ar);
    }
    function isBoolean(arg) {
      return typeof arg === 'boolean';
    }
    function isNull(arg) {
      return arg === null;
    }
    function isNumber(arg) {
      return typeof arg === 'number';
    }
    function isString(arg) {
      return typeof arg === 'string';
    }
    function isUndefined(arg) {
      return arg === undefined;
    }
    function isRegExp(re) {
      return isObject(re) && objectToString(re) === '[object RegExp]';
    }
    function isObject(arg) {
      return typeof arg === 'object' && arg !== null;
    }
    function isDate(d) {
      return isObject(d) && objectToString(d) === '[object Date]';
    }
    function isError(e) {
      return isObject(e) && (objectToString(e) === '[object Error]' || e instanceof Error);
    }
    function isFunction(arg) {
      return typeof arg === 'function';
    }
    function objectToString(o) {
      return Object.prototype.toString.call(o);
    }
    function hasOwnProperty(obj, prop) {
      return Object.prototype.hasOwnProperty.call(obj, prop);
    }
    return inspect;
  }();
  var INDEX_COLUMN_NAME = '(index)';
  var LOG_LEVELS = {
    trace: 0,
    info: 1,
    warn: 2,
    error: 3
  };
  function getNativeLogFunction(level) {
    return function () {
      var str;
      if (arguments.length === 1 && typeof arguments[0] === 'string') {
        str = arguments[0];
      } else {
        str = Array.prototype.map.call(arguments, function (arg) {
          return inspect(arg, {
            depth: 10
          });
        }).join(', ');
      }

      // TRICKY
      // If more than one argument is provided, the code above collapses them all
      // into a single formatted string. This transform wraps string arguments in
      // single quotes (e.g. "foo" -> "'foo'") which then breaks the "Warning:"
      // check below. So it's important that we look at the first argument, rather
      // than the formatted argument string.
      var firstArg = arguments[0];
      var logLevel = level;
      if (typeof firstArg === 'string' && firstArg.slice(0, 9) === 'Warning: ' && logLevel >= LOG_LEVELS.error) {
        // React warnings use console.error so that a stack trace is shown,
        // but we don't (currently) want these to show a redbox
        // (Note: Logic duplicated in ExceptionsManager.js.)
        logLevel = LOG_LEVELS.warn;
      }
      if (groupStack.length) {
        str = groupFormat('', str);
      }
      global.nativeLoggingHook(str, logLevel);
    };
  }
  function repeat(element, n) {
    return Array.apply(null, Array(n)).map(function () {
      return element;
    });
  }
  function formatCellValue(cell, key) {
    if (key === INDEX_COLUMN_NAME) {
      return cell[key];
    }
    if (cell.hasOwnProperty(key)) {
      var cellValue = cell[key];
      switch (typeof cellValue) {
        case 'function':
          return 'ƒ';
        case 'string':
          return "'" + cellValue + "'";
        case 'object':
          return cellValue == null ? 'null' : '{…}';
      }
      return String(cellValue);
    }
    return '';
  }
  function consoleTablePolyfill(data, columns) {
    var rows;

    // convert object -> array
    if (Array.isArray(data)) {
      rows = data.map((row, index) => {
        var processedRow = {};
        processedRow[INDEX_COLUMN_NAME] = String(index);
        Object.assign(processedRow, row);
        return processedRow;
      });
    } else {
      rows = [];
      for (var key in data) {
        if (data.hasOwnProperty(key)) {
          var processedRow = {};
          processedRow[INDEX_COLUMN_NAME] = key;
          Object.assign(processedRow, data[key]);
          rows.push(processedRow);
        }
      }
    }
    if (rows.length === 0) {
      global.nativeLoggingHook('', LOG_LEVELS.info);
      return;
    }
    if (Array.isArray(columns)) {
      columns = [INDEX_COLUMN_NAME].concat(columns);
    } else {
      columns = Array.from(rows.reduce((columnSet, row) => {
        Object.keys(row).forEach(key => columnSet.add(key));
        return columnSet;
      }, new Set()));
    }
    var stringRows = [];
    var columnWidths = [];

    // Convert each cell to a string. Also
    // figure out max cell width for each column
    columns.forEach(function (k, i) {
      columnWidths[i] = k.length;
      for (var j = 0; j < rows.length; j++) {
        var cellStr = formatCellValue(rows[j], k);
        stringRows[j] = stringRows[j] || [];
        stringRows[j][i] = cellStr;
        columnWidths[i] = Math.max(columnWidths[i], cellStr.length);
      }
    });

    // Join all elements in the row into a single string with | separators
    // (appends extra spaces to each cell to make separators  | aligned)
    function joinRow(row, space) {
      var cells = row.map(function (cell, i) {
        var extraSpaces = repeat(' ', columnWidths[i] - cell.length).join('');
        return cell + extraSpaces;
      });
      space = space || ' ';
      return '| ' + cells.join(space + '|' + space) + ' |';
    }
    var separators = columnWidths.map(function (columnWidth) {
      return repeat('-', columnWidth).join('');
    });
    var separatorRow = joinRow(separators);
    var header = joinRow(columns);
    var table = [header, separatorRow];
    for (var i = 0; i < rows.length; i++) {
      table.push(joinRow(stringRows[i]));
    }

    // Notice extra empty line at the beginning.
    // Native logging hook adds "RCTLog >" at the front of every
    // logged string, which would shift the header and screw up
    // the table
    global.nativeLoggingHook('\n' + table.join('\n'), LOG_LEVELS.info);
  }
  var GROUP_PAD = '\u2502'; // Box light vertical
  var GROUP_OPEN = '\u2510'; // Box light down+left
  var GROUP_CLOSE = '\u2518'; // Box light up+left

  var groupStack = [];
  function groupFormat(prefix, msg) {
    // Insert group formatting before the console message
    return groupStack.join('') + prefix + ' ' + (msg || '');
  }
  function consoleGroupPolyfill(label) {
    global.nativeLoggingHook(groupFormat(GROUP_OPEN, label), LOG_LEVELS.info);
    groupStack.push(GROUP_PAD);
  }
  function consoleGroupCollapsedPolyfill(label) {
    global.nativeLoggingHook(groupFormat(GROUP_CLOSE, label), LOG_LEVELS.info);
    groupStack.push(GROUP_PAD);
  }
  function consoleGroupEndPolyfill() {
    groupStack.pop();
    global.nativeLoggingHook(groupFormat(GROUP_CLOSE), LOG_LEVELS.info);
  }
  function consoleAssertPolyfill(expression, label) {
    if (!expression) {
      global.nativeLoggingHook('Assertion failed: ' + label, LOG_LEVELS.error);
    }
  }
  function stub() {}

  // https://developer.chrome.com/docs/devtools/console/api#createtask
  function consoleCreateTaskStub() {
    return {
      run: cb => cb()
    };
  }
  if (global.nativeLoggingHook) {
    var originalConsole = global.console;
    // Preserve the original `console` as `originalConsole`

    global.console = {
      time: stub,
      timeEnd: stub,
      timeStamp: stub,
      count: stub,
      countReset: stub,
      createTask: consoleCreateTaskStub,
      ...(originalConsole ?? {}),
      error: getNativeLogFunction(LOG_LEVELS.error),
      info: getNativeLogFunction(LOG_LEVELS.info),
      log: getNativeLogFunction(LOG_LEVELS.info),
      warn: getNativeLogFunction(LOG_LEVELS.warn),
      trace: getNativeLogFunction(LOG_LEVELS.trace),
      debug: getNativeLogFunction(LOG_LEVELS.trace),
      table: consoleTablePolyfill,
      group: consoleGroupPolyfill,
      groupEnd: consoleGroupEndPolyfill,
      groupCollapsed: consoleGroupCollapsedPolyfill,
      assert: consoleAssertPolyfill
    };

    // TODO(T206796580): This was copy-pasted from ExceptionsManager.js
    // Delete the copy there after the c++ pipeline is rolled out everywhere.
    if (global.RN$useAlwaysAvailableJSErrorHandling === true) {
      var stringifySafe = function (arg) {
        return inspect(arg, {
          depth: 10
        }).replace(/\n\s*/g, ' ');
      };
      var originalConsoleError = console.error;
      console.error = function (...args) {
        originalConsoleError.apply(this, args);
        if (console.reportErrorsAsExceptions === false) {
          return;
        }
        if (global.RN$inExceptionHandler?.()) {
          return;
        }
        var error;
        var firstArg = args[0];
        if (firstArg?.stack) {
          // RN$handleException will console.error this with high enough fidelity.
          error = firstArg;
        } else {
          if (typeof firstArg === 'string' && firstArg.startsWith('Warning: ')) {
            // React warnings use console.error so that a stack trace is shown, but
            // we don't (currently) want these to show a redbox
            return;
          }
          var message = args.map(arg => typeof arg === 'string' ? arg : stringifySafe(arg)).join(' ');
          error = new Error(message);
          error.name = 'console.error';
        }
        var isFatal = false;
        var reportToConsole = false;
        global.RN$handleException(error, isFatal, reportToConsole);
      };
    }
    Object.defineProperty(console, '_isPolyfilled', {
      value: true,
      enumerable: false
    });

    // If available, also call the original `console` method since that is
    // sometimes useful. Ex: on OS X, this will let you see rich output in
    // the Safari Web Inspector console.
  } else if (!global.console) {
    var log = global.print || stub;
    global.console = {
      debug: log,
      error: log,
      info: log,
      log: log,
      trace: log,
      warn: log,
      assert(expression, label) {
        if (!expression) {
          log('Assertion failed: ' + label);
        }
      },
      clear: stub,
      count: stub,
      countReset: stub,
      dir: stub,
      dirxml: stub,
      group: stub,
      groupCollapsed: stub,
      groupEnd: stub,
      profile: stub,
      profileEnd: stub,
      table: stub,
      time: stub,
      timeEnd: stub,
      timeStamp: stub,
      createTask: consoleCreateTaskStub
    };
    Object.defineProperty(console, '_isPolyfilled', {
      value: true,
      enumerable: false
    });
  }
})(typeof globalThis !== 'undefined' ? globalThis : typeof global !== 'undefined' ? global : typeof window !== 'undefined' ? window : this);
(function (global) {
  var _inGuard = 0;
  var _globalHandler = global.RN$useAlwaysAvailableJSErrorHandling === true ? global.RN$handleException : (e, isFatal) => {
    throw e;
  };
  var ErrorUtils = {
    setGlobalHandler(fun) {
      _globalHandler = fun;
    },
    getGlobalHandler() {
      return _globalHandler;
    },
    reportError(error) {
      _globalHandler && _globalHandler(error, false);
    },
    reportFatalError(error) {
      _globalHandler && _globalHandler(error, true);
    },
    applyWithGuard(fun, context, args, unused_onError, unused_name) {
      try {
        _inGuard++;
        return fun.apply(context, args);
      } catch (e) {
        ErrorUtils.reportError(e);
      } finally {
        _inGuard--;
      }
      return null;
    },
    applyWithGuardIfNeeded(fun, context, args) {
      if (ErrorUtils.inGuard()) {
        return fun.apply(context, args);
      } else {
        ErrorUtils.applyWithGuard(fun, context, args);
      }
      return null;
    },
    inGuard() {
      return !!_inGuard;
    },
    guard(fun, name, context) {
      if (typeof fun !== 'function') {
        console.warn('A function must be passed to ErrorUtils.guard, got ', fun);
        return null;
      }
      var guardName = name ?? fun.name ?? '<generated guard>';
      function guarded(...args) {
        return ErrorUtils.applyWithGuard(fun, context ?? this, args, null, guardName);
      }
      return guarded;
    }
  };
  global.ErrorUtils = ErrorUtils;
})(typeof globalThis !== 'undefined' ? globalThis : typeof global !== 'undefined' ? global : typeof window !== 'undefined' ? window : this);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  // What Metro bundles for a browser.

  var _globalThis$stagepass = globalThis.stagepassPhone,
    input = _globalThis$stagepass.input,
    outside = _globalThis$stagepass.outside,
    done = _globalThis$stagepass.done;
  _$$_REQUIRE(_dependencyMap[0]).install();
  _$$_REQUIRE(_dependencyMap[1]).live(input, outside).then(done);
},0,[1,5]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  var _interopRequireDefault = _$$_REQUIRE(_dependencyMap[0]);
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.install = install;
  var _asyncToGenerator2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[1]));
  // Where the engine is a browser's: its own fetch and XMLHttpRequest, with the phone's network in between.

  function install() {
    var fetch = globalThis.fetch;
    globalThis.fetch = /*#__PURE__*/function () {
      var _ref = (0, _asyncToGenerator2.default)(function* (asked, init) {
        var _ref2 = asked instanceof Request ? asked : {
            method: init?.method ?? "GET",
            url: String(asked)
          },
          method = _ref2.method,
          url = _ref2.url;
        if (!_$$_REQUIRE(_dependencyMap[2]).network.passes(method, url)) throw new TypeError("Failed to fetch");
        return fetch(asked, init);
      });
      return function (_x, _x2) {
        return _ref.apply(this, arguments);
      };
    }();
    var _XMLHttpRequest$proto = XMLHttpRequest.prototype,
      open = _XMLHttpRequest$proto.open,
      send = _XMLHttpRequest$proto.send;
    var asked = new WeakMap();
    Object.assign(XMLHttpRequest.prototype, {
      open(method, url, ...more) {
        asked.set(this, [method, url]);
        return open.call(this, method, url, ...more);
      },
      send(body) {
        if (_$$_REQUIRE(_dependencyMap[2]).network.passes(...asked.get(this))) return send.call(this, body);
        setTimeout(() => ["error", "loadend"].map(event => this.dispatchEvent(new ProgressEvent(event))));
      }
    });
  }
},1,[2,3,4]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _interopRequireDefault(e) {
    return e && e.__esModule ? e : {
      "default": e
    };
  }
  module.exports = _interopRequireDefault, module.exports.__esModule = true, module.exports["default"] = module.exports;
},2,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function asyncGeneratorStep(n, t, e, r, o, a, c) {
    try {
      var i = n[a](c),
        u = i.value;
    } catch (n) {
      return void e(n);
    }
    i.done ? t(u) : Promise.resolve(u).then(r, o);
  }
  function _asyncToGenerator(n) {
    return function () {
      var t = this,
        e = arguments;
      return new Promise(function (r, o) {
        var a = n.apply(t, e);
        function _next(n) {
          asyncGeneratorStep(a, r, o, _next, _throw, "next", n);
        }
        function _throw(n) {
          asyncGeneratorStep(a, r, o, _next, _throw, "throw", n);
        }
        _next(undefined);
      });
    };
  }
  module.exports = _asyncToGenerator, module.exports.__esModule = true, module.exports["default"] = module.exports;
},3,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.network = undefined;
  // The phone's way to the network: what is asked of it passes here, in every engine, and is taken down.

  var network = exports.network = {
    /** What has been asked, as `POST /v1/oauth/token`, in this life of the app. */
    requests: [],
    /** Whether a request, so written, gets through: what a flow replaces to be without a network. */
    lets: _request => true,
    /** Takes a request down, and says whether it gets through. What is in the file itself (`data:`) asks nobody. */
    passes(method, url) {
      var path = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(url)?.[1];
      if (path === undefined) return true;
      var request = `${method.toUpperCase()} ${path}`;
      network.requests.push(request);
      return network.lets(request);
    },
    /** How often something was asked whose text ends so. */
    count: end => network.requests.filter(request => request.endsWith(end)).length
  };
},4,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  var _interopRequireDefault = _$$_REQUIRE(_dependencyMap[0]);
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.live = live;
  var _asyncToGenerator2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[1]));
  // One life of the app: from its start until it is done, or killed.

  /** What the package is handed of a phone that it cannot ask by itself. */
  var everything = ({
    storage,
    browser,
    links,
    random
  }) => ({
    storage,
    browser,
    links,
    random
  });

  /**
   * Lives life number `life` of the flow with this name.
   *
   * @param {object} input `flow`, `life`; `state`, what the life before has left; `seed`; `settings`, where the servers are
   * @param {(phone: object) => object} handed what of the phone is in the configuration; what is not, the package finds in its own ways
   * @returns {Promise<object>} `state`, what is left; or `failed`, what was not as it should be
   */
  function live(_x, _x2) {
    return _live.apply(this, arguments);
  }
  function _live() {
    _live = (0, _asyncToGenerator2.default)(function* ({
      flow,
      life,
      state,
      seed,
      settings
    }, outside, handed = everything) {
      var phone = (0, _$$_REQUIRE(_dependencyMap[2]).openPhone)(state.phone, seed, outside);
      var kept = {
        ...state.kept
      };
      var config = {
        ...settings.config,
        ...handed(phone)
      };
      var open = () => (0, _$$_REQUIRE(_dependencyMap[3]).stagepass)({
        ...config
      });
      try {
        yield _$$_REQUIRE(_dependencyMap[4]).FLOWS[flow][life]({
          phone,
          network: _$$_REQUIRE(_dependencyMap[5]).network,
          settings,
          kept,
          open
        });
        return {
          state: {
            phone: phone.after(),
            kept
          }
        };
      } catch (error) {
        return {
          failed: inFull(error),
          requests: _$$_REQUIRE(_dependencyMap[5]).network.requests
        };
      }
    });
    return _live.apply(this, arguments);
  }
  var inFull = error => [`${error?.code ?? ""} ${error?.message ?? error}`, error?.stack, error?.cause && `because of ${inFull(error.cause)}`].filter(Boolean).join("\n");
},5,[2,3,6,13,32,4]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  var _interopRequireDefault = _$$_REQUIRE(_dependencyMap[0]);
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.comesByLink = exports.closes = exports.agrees = undefined;
  exports.openPhone = openPhone;
  exports.waits = exports.refuses = undefined;
  var _slicedToArray2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[1]));
  var _asyncToGenerator2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[2]));
  // A phone with a person: what the package asks of one (the in-app browser, links, a storage, randomness), and what whoever holds it does.

  /** Signs in and agrees: the in-app browser comes back by itself. */
  var agrees = exports.agrees = /*#__PURE__*/function () {
    var _ref = (0, _asyncToGenerator2.default)(function* (visit) {
      return {
        type: "success",
        url: yield visit.decide("approve")
      };
    });
    return function agrees(_x) {
      return _ref.apply(this, arguments);
    };
  }();

  /** Signs in and does not agree. */
  var refuses = exports.refuses = /*#__PURE__*/function () {
    var _ref2 = (0, _asyncToGenerator2.default)(function* (visit) {
      return {
        type: "success",
        url: yield visit.decide("deny")
      };
    });
    return function refuses(_x2) {
      return _ref2.apply(this, arguments);
    };
  }();

  /** Closes the in-app browser, as it says by this word. */
  var closes = type => /*#__PURE__*/(0, _asyncToGenerator2.default)(function* () {
    return {
      type
    };
  });

  /** Signs in and agrees, but the in-app browser says this word; the app is called at the callback's address a moment later. */
  exports.closes = closes;
  var comesByLink = type => (/*#__PURE__*/function () {
    var _ref4 = (0, _asyncToGenerator2.default)(function* (visit, phone) {
      var url = yield visit.decide("approve");
      setTimeout(() => phone.call(url), 50);
      return {
        type
      };
    });
    return function (_x3, _x4) {
      return _ref4.apply(this, arguments);
    };
  }());

  /** Does nothing until the app closes the in-app browser. */
  exports.comesByLink = comesByLink;
  var waits = () => new Promise(() => {});

  /**
   * @param {object} before what the phone holds: `stored`, pairs of key and value; and `initial`, the address that the app was started at
   * @param {string} seed hexadecimal digits: this life's randomness
   * @param {(kind: string, what: object) => Promise<any>} outside does what is not in the engine's power
   */
  exports.waits = waits;
  function openPhone(before, seed, outside) {
    var stored = new Map(before.stored);
    var listeners = new Set();
    var dismiss = () => {};
    var phone = {
      /** What the person does when the in-app browser opens. */
      person: agrees,
      /** Where it has been opened. */
      visits: [],
      /** How often the app has closed it. */
      closed: 0,
      /** Where the app is said to have been started. */
      initial: before.initial,
      browser: {
        open(url, redirectUri) {
          var visit = {
            url,
            redirectUri,
            decide: decision => outside("browse", {
              url,
              redirectUri,
              decision
            })
          };
          phone.visits.push(visit);
          var dismissed = new Promise(resolve => {
            dismiss = () => resolve({
              type: "dismiss"
            });
          });
          return Promise.race([phone.person(visit, phone), dismissed]);
        },
        close() {
          phone.closed += 1;
          dismiss();
        }
      },
      links: {
        initial: function () {
          var _ref5 = (0, _asyncToGenerator2.default)(function* () {
            return phone.initial;
          });
          return function initial() {
            return _ref5.apply(this, arguments);
          };
        }(),
        listen(call) {
          listeners.add(call);
          return () => listeners.delete(call);
        }
      },
      /** The app, which runs, is called at this address. */
      call(url) {
        for (var listener of [...listeners]) listener(url);
      },
      storage: {
        getItem: function () {
          var _ref6 = (0, _asyncToGenerator2.default)(function* (key) {
            return stored.get(key) ?? null;
          });
          return function getItem(_x5) {
            return _ref6.apply(this, arguments);
          };
        }(),
        setItem: function () {
          var _ref7 = (0, _asyncToGenerator2.default)(function* (key, value) {
            return void stored.set(key, value);
          });
          return function setItem(_x6, _x7) {
            return _ref7.apply(this, arguments);
          };
        }(),
        removeItem: function () {
          var _ref8 = (0, _asyncToGenerator2.default)(function* (key) {
            return void stored.delete(key);
          });
          return function removeItem(_x8) {
            return _ref8.apply(this, arguments);
          };
        }(),
        getAllKeys: function () {
          var _ref9 = (0, _asyncToGenerator2.default)(function* () {
            return [...stored.keys()];
          });
          return function getAllKeys() {
            return _ref9.apply(this, arguments);
          };
        }()
      },
      random: randomOf(seed),
      /** What is there when the app has ended. */
      after: () => ({
        stored: [...stored],
        initial: phone.initial
      })
    };
    return phone;
  }

  /** Bytes that the seed determines, by sfc32 (Doty-Humphrey): a run that is played again must ask the same things of the service. */
  function randomOf(seed) {
    var _map = [0, 8, 16, 24].map(at => Number.parseInt(seed.slice(at, at + 8), 16) | 0),
      _map2 = (0, _slicedToArray2.default)(_map, 4),
      a = _map2[0],
      b = _map2[1],
      c = _map2[2],
      counter = _map2[3];
    var next = () => {
      var bits = a + b + counter | 0;
      counter = counter + 1 | 0;
      a = b ^ b >>> 9;
      b = c + (c << 3) | 0;
      c = (c << 21 | c >>> 11) + bits | 0;
      return bits & 255;
    };
    for (var warm = 0; warm < 16; warm += 1) next();
    return count => Uint8Array.from({
      length: count
    }, next);
  }
},6,[2,7,3]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _slicedToArray(r, e) {
    return _$$_REQUIRE(_dependencyMap[0])(r) || _$$_REQUIRE(_dependencyMap[1])(r, e) || _$$_REQUIRE(_dependencyMap[2])(r, e) || _$$_REQUIRE(_dependencyMap[3])();
  }
  module.exports = _slicedToArray, module.exports.__esModule = true, module.exports["default"] = module.exports;
},7,[8,9,10,12]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _arrayWithHoles(r) {
    if (Array.isArray(r)) return r;
  }
  module.exports = _arrayWithHoles, module.exports.__esModule = true, module.exports["default"] = module.exports;
},8,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _iterableToArrayLimit(r, l) {
    var t = null == r ? null : "undefined" != typeof Symbol && r[Symbol.iterator] || r["@@iterator"];
    if (null != t) {
      var e,
        n,
        i,
        u,
        a = [],
        f = true,
        o = false;
      try {
        if (i = (t = t.call(r)).next, 0 === l) {
          if (Object(t) !== t) return;
          f = false;
        } else for (; !(f = (e = i.call(t)).done) && (a.push(e.value), a.length !== l); f = true);
      } catch (r) {
        o = true, n = r;
      } finally {
        try {
          if (!f && null != t["return"] && (u = t["return"](), Object(u) !== u)) return;
        } finally {
          if (o) throw n;
        }
      }
      return a;
    }
  }
  module.exports = _iterableToArrayLimit, module.exports.__esModule = true, module.exports["default"] = module.exports;
},9,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _unsupportedIterableToArray(r, a) {
    if (r) {
      if ("string" == typeof r) return _$$_REQUIRE(_dependencyMap[0])(r, a);
      var t = {}.toString.call(r).slice(8, -1);
      return "Object" === t && r.constructor && (t = r.constructor.name), "Map" === t || "Set" === t ? Array.from(r) : "Arguments" === t || /^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(t) ? _$$_REQUIRE(_dependencyMap[0])(r, a) : undefined;
    }
  }
  module.exports = _unsupportedIterableToArray, module.exports.__esModule = true, module.exports["default"] = module.exports;
},10,[11]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _arrayLikeToArray(r, a) {
    (null == a || a > r.length) && (a = r.length);
    for (var e = 0, n = Array(a); e < a; e++) n[e] = r[e];
    return n;
  }
  module.exports = _arrayLikeToArray, module.exports.__esModule = true, module.exports["default"] = module.exports;
},11,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _nonIterableRest() {
    throw new TypeError("Invalid attempt to destructure non-iterable instance.\nIn order to be iterable, non-array objects must have a [Symbol.iterator]() method.");
  }
  module.exports = _nonIterableRest, module.exports.__esModule = true, module.exports["default"] = module.exports;
},12,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  "use strict";

  var _assertThisInitialized = _$$_REQUIRE(_dependencyMap[0]);
  var _possibleConstructorReturn = _$$_REQUIRE(_dependencyMap[1]);
  var _getPrototypeOf = _$$_REQUIRE(_dependencyMap[2]);
  var _inherits = _$$_REQUIRE(_dependencyMap[3]);
  var _wrapNativeSuper = _$$_REQUIRE(_dependencyMap[4]);
  var _slicedToArray = _$$_REQUIRE(_dependencyMap[5]);
  var _createClass = _$$_REQUIRE(_dependencyMap[6]);
  var _classCallCheck = _$$_REQUIRE(_dependencyMap[7]);
  var _asyncToGenerator = _$$_REQUIRE(_dependencyMap[8]);
  function _callSuper(t, o, e) { return o = _getPrototypeOf(o), _possibleConstructorReturn(t, _isNativeReflectConstruct() ? Reflect.construct(o, e || [], _getPrototypeOf(t).constructor) : o.apply(t, e)); }
  function _isNativeReflectConstruct() { try { var t = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], function () {})); } catch (t) {} return (_isNativeReflectConstruct = function () { return !!t; })(); }
  var e,
    t,
    r,
    n,
    a,
    o,
    i,
    s,
    l,
    u,
    c,
    f,
    p,
    d,
    h,
    b,
    y,
    v,
    g,
    m,
    w,
    k,
    A,
    _,
    S,
    U,
    x,
    E,
    O,
    j,
    T,
    P,
    R,
    I,
    N,
    L,
    C,
    B,
    z,
    M,
    D,
    F,
    Z,
    G,
    H,
    W,
    Y,
    Q,
    V,
    q,
    X,
    J,
    $,
    K,
    ee,
    te,
    re,
    ne,
    ae,
    oe,
    ie,
    se,
    le,
    ue,
    ce,
    fe,
    pe,
    de,
    he,
    be,
    ye,
    ve,
    ge,
    me,
    we,
    ke,
    Ae,
    _e,
    Se,
    Ue,
    xe,
    Ee,
    Oe,
    je,
    Te,
    Pe,
    Re,
    Ie,
    Ne,
    Le,
    Ce,
    Be,
    ze,
    Me,
    De,
    Fe,
    Ze,
    Ge,
    He,
    We,
    Ye,
    Qe,
    Ve,
    qe,
    Xe,
    Je,
    $e,
    Ke,
    et,
    tt,
    rt,
    nt,
    at,
    ot,
    it,
    st,
    lt,
    ut,
    ct,
    ft,
    pt,
    dt,
    ht,
    bt,
    yt,
    vt,
    gt,
    mt,
    wt,
    kt,
    At,
    _t,
    St,
    Ut,
    xt,
    Et = Object.create,
    Ot = Object.defineProperty,
    jt = Object.defineProperties,
    Tt = Object.getOwnPropertyDescriptor,
    Pt = Object.getOwnPropertyDescriptors,
    Rt = Object.getOwnPropertyNames,
    It = Object.getOwnPropertySymbols,
    Nt = Object.getPrototypeOf,
    Lt = Object.prototype.hasOwnProperty,
    Ct = Object.prototype.propertyIsEnumerable,
    Bt = e => {
      throw TypeError(e);
    },
    zt = (e, t, r) => t in e ? Ot(e, t, {
      enumerable: true,
      configurable: true,
      writable: true,
      value: r
    }) : e[t] = r,
    Mt = (e, t) => {
      for (var r in t || (t = {})) Lt.call(t, r) && zt(e, r, t[r]);
      if (It) for (var r of It(t)) Ct.call(t, r) && zt(e, r, t[r]);
      return e;
    },
    Dt = (e, t) => jt(e, Pt(t)),
    Ft = (e, t) => {
      var r = {};
      for (var n in e) Lt.call(e, n) && t.indexOf(n) < 0 && (r[n] = e[n]);
      if (null != e && It) for (var n of It(e)) t.indexOf(n) < 0 && Ct.call(e, n) && (r[n] = e[n]);
      return r;
    },
    Zt = (e, t, r) => () => {
      if (r) throw r[0];
      try {
        return e && (t = e(e = 0)), t;
      } catch (e) {
        throw r = [e], e;
      }
    },
    Gt = (e, t) => () => {
      try {
        return t || e((t = {
          exports: {}
        }).exports, t), t.exports;
      } catch (e) {
        throw t = 0, e;
      }
    },
    Ht = (e, t) => {
      for (var r in t) Ot(e, r, {
        get: t[r],
        enumerable: true
      });
    },
    Wt = (e, t, r, n) => {
      if (t && "object" == typeof t || "function" == typeof t) {
        var _loop = function (_a2) {
          !Lt.call(e, _a2) && _a2 !== r && Ot(e, _a2, {
            get: () => t[_a2],
            enumerable: !(n = Tt(t, _a2)) || n.enumerable
          });
        };
        for (var _a2 of Rt(t)) {
          _loop(_a2);
        }
      }
      return e;
    },
    Yt = (e, t, r) => t.has(e) || Bt("Cannot " + r),
    Qt = (e, t, r) => (Yt(e, t, "read from private field"), r ? r.call(e) : t.get(e)),
    Vt = (e, t, r) => t.has(e) ? Bt("Cannot add the same private member more than once") : t instanceof WeakSet ? t.add(e) : t.set(e, r),
    qt = (e, t, r, n) => (Yt(e, t, "write to private field"), n ? n.call(e, r) : t.set(e, r), r),
    Xt = (e, t, r) => (Yt(e, t, "access private method"), r),
    Jt = Zt(() => {
      "use strict";

      er(), e = /*#__PURE__*/function () {
        var _ref = _asyncToGenerator(function* (_e2, t) {
          var o = r(_e2) ? _e2.url : String(_e2),
            i = yield globalThis.fetch(r(_e2) ? _e2 : o, t && n(t));
          if ("error" === (null == t ? undefined : t.redirect) && i.url && !a(i.url, o)) throw new TypeError("The service answered with a redirect.");
          return i;
        });
        return function e(_x, _x2) {
          return _ref.apply(this, arguments);
        };
      }(), t = function (e, t = {}) {
        return new globalThis.Request(r(e) ? e : String(e), n(t));
      }, r = e => e instanceof globalThis.Request, globalThis.Request && Object.defineProperty(t, "prototype", {
        value: globalThis.Request.prototype
      }), Object.defineProperty(t, Symbol.hasInstance, {
        value: r
      }), n = e => {
        var t = e,
          r = t.cache,
          n = Ft(t, ["cache"]);
        if (!r) return n;
        var a = new Headers(n.headers);
        return "no-store" === r && a.set("Cache-Control", "no-store"), Dt(Mt({}, n), {
          headers: a
        });
      }, a = (e, t) => o(e) === o(t), o = e => {
        var t = e.replace(/#[\s\S]*/, "").replace(/^([a-z]+:\/\/[^/?]*)(?=\?|$)/i, "$1/");
        try {
          return decodeURIComponent(t);
        } catch (e) {
          return t;
        }
      };
    }),
    $t = Zt(() => {
      "use strict";

      er(), i = new Map(), s = /*#__PURE__*/_createClass(function s(e) {
        _classCallCheck(this, s);
        this.type = e;
      }), u = e => {
        var t;
        for (var _r2 of [...(null != (t = i.get(e.type)) ? t : [])]) _r2(e);
      }, c = {
        addEventListener: l = (e, t, {
          signal: r
        } = {}) => {
          var n;
          var a = null != (n = i.get(e)) ? n : new Set();
          i.set(e, a.add(t)), null == r || r.addEventListener("abort", () => a.delete(t));
        }
      }, f = {
        href: ""
      };
    }),
    Kt = Zt(() => {
      "use strict";

      er(), p = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?$/, d = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/, h = {
        "http:": "80",
        "https:": "443"
      }, b = /*#__PURE__*/function () {
        function b(e, t) {
          _classCallCheck(this, b);
          this.username = "", this.password = "";
          var _y = y(String(e), t),
            r = _y.protocol,
            n = _y.host,
            a = _y.path,
            o = _y.search,
            i = _y.hash;
          this.protocol = r, this.host = n, this.hostname = n.replace(/:\d+$/, ""), this.port = n.slice(this.hostname.length + 1), this.origin = `${r}//${n}`, this.pathname = a, this.search = "?" === o ? "" : o, this.hash = "#" === i ? "" : i, this.href = this.origin + a + o + i;
        }
        return _createClass(b, [{
          key: "toString",
          value: function toString() {
            return this.href;
          }
        }, {
          key: "toJSON",
          value: function toJSON() {
            return this.href;
          }
        }]);
      }(), y = (e, t) => {
        var r, n, a, o;
        var i = e.replace(/^ +| +$/g, ""),
          _ref2 = null != (r = /^([a-z][a-z\d+.-]*:)?([\s\S]*)$/i.exec(i)) ? r : [],
          _ref3 = _slicedToArray(_ref2, 3),
          _ref3$ = _ref3[1],
          s = _ref3$ === undefined ? "" : _ref3$,
          _ref3$2 = _ref3[2],
          l = _ref3$2 === undefined ? "" : _ref3$2;
        if (v(i) || null != (n = l.split(/[?#]/, 1)[0]) && n.includes("\\")) throw S();
        var u = s.toLowerCase();
        if (u && !(u in h) || u && !l.startsWith("//") || !u && undefined === t) throw S();
        var c = u ? undefined : new b(t),
          _ref4 = null != (a = /^(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(l)) ? a : [],
          _ref5 = _slicedToArray(_ref4, 5),
          f = _ref5[1],
          _ref5$ = _ref5[2],
          p = _ref5$ === undefined ? "" : _ref5$,
          _ref5$2 = _ref5[3],
          d = _ref5$2 === undefined ? "" : _ref5$2,
          _ref5$3 = _ref5[4],
          y = _ref5$3 === undefined ? "" : _ref5$3,
          w = {
            search: _(d, k),
            hash: _(y, A)
          };
        if (undefined !== f || !c) {
          var _e3 = u || (null != (o = null == c ? undefined : c.protocol) ? o : "");
          return Mt({
            protocol: _e3,
            host: g(null != f ? f : "", _e3),
            path: m(p)
          }, w);
        }
        var U = c.protocol,
          x = c.host;
        return p.startsWith("/") ? Mt({
          protocol: U,
          host: x,
          path: m(p)
        }, w) : p ? Mt({
          protocol: U,
          host: x,
          path: m(c.pathname.replace(/[^/]*$/, "") + p)
        }, w) : {
          protocol: U,
          host: x,
          path: c.pathname,
          search: w.search || c.search,
          hash: w.hash
        };
      }, v = e => [...e].some(e => e < " " || "" === e), g = (e, t) => {
        var r, n;
        var _ref6 = null != (r = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(e.toLowerCase())) ? r : [],
          _ref7 = _slicedToArray(_ref6, 3),
          _ref7$ = _ref7[1],
          a = _ref7$ === undefined ? "" : _ref7$,
          o = _ref7[2],
          i = null != (n = a.replace(/\.$/, "").split(".").pop()) ? n : "",
          s = /^(?:\d+|0x[\da-f]*)$/.test(i);
        if ("[::1]" !== a && !(s ? d : p).test(a)) throw S();
        var l = Number(o || h[t]);
        if (l > 65535) throw S();
        return `${l}` === h[t] ? a : `${a}:${l}`;
      }, m = e => {
        var t = [],
          r = e.replace(/^\//, "").split("/");
        return r.forEach((e, n) => {
          var a = e.replace(/%2e/gi, "."),
            o = n === r.length - 1;
          ".." === a && t.pop(), ".." !== a && "." !== a ? t.push(_(e, w)) : o && t.push("");
        }), `/${t.join("/")}`;
      }, w = /(?:[\0- \x7F-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF])|["<>\^`\{\}]/g, k = /(?:[\0- \x7F-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF])|["'<>]/g, A = /(?:[\0- \x7F-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF])|["<>`]/g, _ = (e, t) => e.replace(t, e => {
        if ("'" === e) return "%27";
        try {
          return encodeURIComponent(e);
        } catch (e) {
          throw S();
        }
      }), S = () => new TypeError("This is no http or https address."), x = /*#__PURE__*/function () {
        function x() {
          _classCallCheck(this, x);
          Vt(this, U, new Map());
        }
        return _createClass(x, [{
          key: "set",
          value: function set(e, t) {
            Qt(this, U).set(e, t);
          }
        }, {
          key: "toString",
          value: function toString() {
            return [...Qt(this, U)].map(([e, t]) => `${E(e)}=${E(t)}`).join("&");
          }
        }]);
      }(), U = new WeakMap(), E = e => encodeURIComponent(e).replace(/%20/g, "+").replace(/[!'()~]/g, e => `%${e.charCodeAt(0).toString(16).toUpperCase()}`);
    }),
    er = Zt(() => {
      "use strict";

      Jt(), $t(), Kt(), j = null != (O = globalThis.File) ? O : /*#__PURE__*/_createClass(function _class() {
        _classCallCheck(this, _class);
      }), P = null != (T = globalThis.ReadableStream) ? T : /*#__PURE__*/_createClass(function _class2() {
        _classCallCheck(this, _class2);
      }), I = null != (R = globalThis.performance) ? R : {
        now: () => Date.now()
      };
    }),
    tr = Zt(() => {
      "use strict";

      er(), N = ["", "config_invalid", "option_invalid", "unsupported", "load_failed", "popup_blocked", "popup_closed", "aborted", "timeout", "network", "bad_response", "request_failed", "access_denied", "authorization_failed", "callback_invalid", "state_mismatch", "issuer_mismatch", "transaction_lost", "exchange_refused", "not_signed_in", "session_expired", "storage_unavailable", "internal", "body_used"], L = ["", "The configuration cannot be used.", "An option cannot be used.", "Signing in needs a browser.", "This could not be loaded. Check the connection and try again.", "The browser blocked the sign-in window. Allow popups and try again.", "The sign-in window was closed.", "The call was cancelled.", "The service did not answer in time. Try again.", "The service could not be reached. Check the connection and try again.", "The answer could not be understood.", "The service could not serve the request. Try again later.", "Access was not given.", "The service could not go on with the sign-in.", "The answer is damaged. Start again.", "The answer belongs to another sign-in. Start again.", "The answer comes from another service. Start again.", "The sign-in can no longer be finished. Start again.", "The service did not accept the sign-in. Start again.", "Nobody is signed in.", "The session has ended. Sign in again.", "The browser keeps nothing for this page. Allow site data and try again.", "Something went wrong. Try again.", "The request could not be repeated. Try again."], C = ["appName", "apiKey", "redirectUri", "baseUrl", "requireIss", "scope", "display", "responseMode", "fallback", "returnTo", "appState", "engine", "storage", "accountKey", "origins"], B = ["is missing.", "is of the wrong type: look it up.", "is no absolute address in ASCII: write it in full.", "has a wrong scheme: use https (http for localhost).", "has a fragment: remove it.", "has a user: remove it.", "has a .. in its path: remove it.", "has an IP address: use a name (or 127.0.0.1, [::1]).", "is not of this page's origin: use that.", "is none of its values: look them up.", "is no API key: use 0x and 40 hex digits.", "is an API key: use apiKey for it.", "has a control character: remove it.", "needs an apiKey: appName alone may only read.", "has a query: remove it.", "is too long: shorten it."];
    }),
    rr = Zt(() => {
      "use strict";

      er(), tr(), z = /*#__PURE__*/function (_Error) {
        function z(e, t = {}) {
          var _this;
          _classCallCheck(this, z);
          var r = t,
            n = r.message,
            a = Ft(r, ["message"]);
          _this = _callSuper(this, z, [n || L[N.indexOf(e)] || e]), _this.name = "StagepassError", Object.assign(_assertThisInitialized(_this), {
            code: e
          }, a);
          return _this;
        }
        _inherits(z, _Error);
        return _createClass(z);
      }(/*#__PURE__*/_wrapNativeSuper(Error)), M = e => e instanceof Error && "StagepassError" === e.name, D = 0, F = 1, Z = 2, G = 9, H = (e, t, r, n) => new z(e, Mt({
        message: `${t} ${B[r]}`
      }, n ? {
        cause: n
      } : {})), W = e => {
        if (M(e)) return e;
        if (!Array.isArray(e)) return new z("internal", {
          cause: e
        });
        var _e4 = _slicedToArray(e, 4),
          t = _e4[0],
          r = _e4[1],
          n = _e4[2],
          a = _e4[3],
          o = N[t] || "internal";
        return "config_invalid" === o || "option_invalid" === o ? H(o, C[r >> 4], 15 & r) : new z(o, Mt(Mt({}, n && {
          description: n
        }), a && {
          status: a
        }));
      };
    }),
    nr = Zt(() => {
      "use strict";

      er(), Y = (e, t) => t.origin === e.origin && t.pathname.startsWith(e.pathname) && !/(\.|%2e){2}(%2f|%5c)|(%2f|%5c)(\.|%2e){2}/i.test(t.pathname), Q = e => {
        if ("string" == typeof e) try {
          var _t2 = new b(e);
          return /^https?:$/.test(_t2.protocol) ? _t2 : undefined;
        } catch (e) {
          return;
        }
      }, V = ({
        hostname: e
      }) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(e);
    }),
    ar = Zt(() => {
      "use strict";

      er(), q = {
        mode: "cors",
        redirect: "error",
        credentials: "omit",
        referrerPolicy: "no-referrer"
      };
    }),
    or = Zt(() => {
      "use strict";

      er(), X = {
        access_refused: "Access to this track was not given.",
        forbidden: "This is not allowed.",
        not_found: "This does not exist, or no longer.",
        conflict: "This cannot be done now: something else stands against it.",
        upload_refused: "The file was not accepted.",
        quota_exceeded: "There is no room for more uploads. Delete one and try again.",
        playback_blocked: "The browser did not let the music begin. Press play.",
        playback_failed: "This track cannot be played here."
      };
    }),
    ir = Zt(() => {
      "use strict";

      er(), nr(), J = e => Mt(Mt(Mt({}, ne(e.rule) ? {
        rule: e.rule
      } : {}), te(e)), Array.isArray(e.refusals) ? {
        refusals: K(e.refusals)
      } : {}), $ = ({
        error: e,
        code: t,
        refusals: r
      }) => {
        if (ne(e) && ne(t)) return {
          allowed: false,
          message: e,
          code: t,
          refusals: Array.isArray(r) ? K(r) : []
        };
      }, K = e => e.flatMap(e => {
        var t;
        return null != (t = ee(null != e ? e : {})) ? t : [];
      }), ee = e => {
        var t = e.rule,
          r = e.code,
          n = e.error,
          a = e.opensAt,
          o = e.signIn;
        if (ne(t) && ne(r) && ne(n)) return Mt(Mt(Mt(Mt(Mt({
          rule: t,
          code: r,
          message: n
        }, te(e)), ne(a) && Date.parse(a) ? {
          opensAt: a
        } : {}), re("buyUrl", e)), re("joinUrl", e)), true === o ? {
          signIn: o
        } : {});
      }, te = ({
        yourCountry: e,
        allowedCountries: t
      }) => Mt(Mt({}, ne(e) || null === e ? {
        yourCountry: e
      } : {}), Array.isArray(t) ? {
        allowedCountries: t.filter(ne)
      } : {}), re = (e, t) => {
        var r = Q(t[e]);
        return r ? {
          [e]: r.href
        } : {};
      }, ne = e => "string" == typeof e;
    }),
    sr = Zt(() => {
      "use strict";

      er(), or(), ir(), ae = e => ({
        fail: (t, r) => new e(t, Mt({
          message: X[t]
        }, r)),
        isFailure: t => t instanceof e
      }), ie = Dt(Mt({}, oe = {
        403: "forbidden",
        404: "not_found",
        409: "conflict"
      }), {
        413: "upload_refused",
        415: "upload_refused",
        422: "upload_refused"
      }), se = ["quota_exceeded", "too_many_uploads"], le = {
        401: "access_refused",
        403: "access_refused",
        404: "not_found",
        410: "not_found"
      }, ue = ({
        fail: e
      }, t, r, n) => {
        var a;
        var o = ce(n),
          i = [o.error_description, o.detail, o.error].find(e => e && "string" == typeof e),
          s = se.includes(o.error) ? "quota_exceeded" : null != (a = t[r]) ? a : "request_failed";
        return e(s, Mt(Mt({
          status: r
        }, i ? {
          description: i
        } : {}), "access_refused" === s ? J(o) : {}));
      }, ce = e => {
        try {
          var _t3 = JSON.parse(e);
          return "object" == typeof _t3 && _t3 ? _t3 : {};
        } catch (e) {
          return {};
        }
      };
    }),
    lr = Zt(() => {
      "use strict";

      er(), nr(), ar(), sr(), ir(), fe = (t, r, n) => {
        var a,
          o = n.fail,
          i = n.within,
          s = n.json,
          l = /*#__PURE__*/function () {
            var _ref8 = _asyncToGenerator(function* (e, t) {
              var n = yield r.token({
                signal: t
              });
              if ((null == a ? undefined : a.bearer) === n && Date.now() < a.until) return a.text;
              var i = Date.now(),
                s = yield r.ask("tickets", {
                  method: "POST",
                  body: {
                    audience: e
                  },
                  signal: t
                }),
                _ref9 = null != s ? s : {},
                l = _ref9.ticket,
                u = _ref9.expires_in;
              if ("string" != typeof l || "number" != typeof u) throw o("bad_response");
              return a = {
                text: l,
                bearer: n,
                until: i + 1e3 * u - 3e4
              }, l;
            });
            return function l(_x3, _x4) {
              return _ref8.apply(this, arguments);
            };
          }(),
          u = (e, t) => r.ifSignedIn(() => l(e, t)),
          c = /*#__PURE__*/function () {
            var _ref0 = _asyncToGenerator(function* (r, n, l, u) {
              var c = de(t, o);
              return i(u, /*#__PURE__*/function () {
                var _ref1 = _asyncToGenerator(function* (t) {
                  var o;
                  var i = yield n(),
                    u = /*#__PURE__*/function () {
                      var _ref10 = _asyncToGenerator(function* () {
                        var n = yield l(c, t),
                          a = Mt(Mt({}, i.headers), undefined === n ? {} : {
                            Authorization: `Ticket ${n}`
                          });
                        return {
                          answer: yield e(c + r, Mt(Dt(Mt({}, i), {
                            cache: "no-store",
                            headers: a,
                            signal: t
                          }), q)),
                          shown: n
                        };
                      });
                      return function u() {
                        return _ref10.apply(this, arguments);
                      };
                    }(),
                    f = yield u();
                  return 401 !== f.answer.status || undefined === f.shown ? s(f.answer, le) : ((null == a ? undefined : a.text) === f.shown && (a = undefined), null == (o = f.answer.body) || o.cancel().catch(() => {}), s((yield u()).answer, le));
                });
                return function (_x9) {
                  return _ref1.apply(this, arguments);
                };
              }());
            });
            return function c(_x5, _x6, _x7, _x8) {
              return _ref0.apply(this, arguments);
            };
          }(),
          f = (e, t, {
            siteToken: r,
            signal: n
          } = {}) => c(t, /*#__PURE__*/_asyncToGenerator(function* () {
            return {
              headers: yield p(e, r)
            };
          }), u, n),
          p = /*#__PURE__*/function () {
            var _ref12 = _asyncToGenerator(function* (e, t) {
              if (undefined === t) return {};
              var r = "function" == typeof t ? yield t(e) : t;
              if (pe(r)) return {
                "Stagepass-Site-Token": r
              };
              throw o("option_invalid", {
                message: "siteToken is no token: that is text without spaces, or what gets one."
              });
            });
            return function p(_x0, _x1) {
              return _ref12.apply(this, arguments);
            };
          }(),
          d = (e, t, r) => {
            var n = {
              "Content-Type": "application/json"
            };
            return c(e, () => ({
              method: "POST",
              headers: n,
              body: JSON.stringify(t)
            }), l, r);
          };
        return {
          stream: (e, t) => f(e, `/stream/${e}?no_redirect=true`, t),
          access(e, t) {
            return _asyncToGenerator(function* () {
              var r;
              var n = null != (r = yield f(e, `/tracks/${e}/access`, t)) ? r : {};
              if (true === n.allowed) return {
                allowed: true
              };
              var a = false === n.allowed && $(n);
              if (!a) throw o("bad_response");
              return a;
            })();
          },
          join(_x10) {
            return _asyncToGenerator(function* (e, {
              signal: t
            } = {}) {
              var r;
              if (!e || "string" != typeof e) throw o("option_invalid", {
                message: "invitation is none: pass what stands behind #invitation= in its link."
              });
              var _ref13 = null != (r = yield d("/join", {
                  invitation: e
                }, t)) ? r : {},
                n = _ref13.group,
                a = _ref13.name;
              if ("string" != typeof n || "string" != typeof a) throw o("bad_response");
              return {
                group: n,
                name: a
              };
            }).apply(this, arguments);
          },
          createTrack(_x11) {
            return _asyncToGenerator(function* ({
              title: e,
              genre: n,
              description: a,
              trackCid: i,
              rule: s
            }, l = {}) {
              de(t, o);
              var u = {
                  userId: yield r.ownId(l),
                  metadata: {
                    title: e,
                    genre: n,
                    description: a,
                    trackCid: i
                  },
                  rule: s
                },
                c = yield d("/create-track", u, l.signal);
              if (!Number.isSafeInteger(null == c ? undefined : c.trackId)) throw o("bad_response");
              return null == c ? undefined : c.trackId;
            }).apply(this, arguments);
          }
        };
      }, pe = e => "string" == typeof e && /^[!-~]+$/.test(e), de = (e, t) => {
        var r = e => t("config_invalid", {
          message: `accessServer ${e}`
        });
        if (null == e || "" === e) throw r("is missing: gated tracks and invitations need it. Name the access server's origin.");
        var n = Q(e);
        if (!n || "http:" === n.protocol && !V(n)) throw r("is no address with https (http for localhost).");
        if (n.href !== `${n.origin}/`) throw r("is more than an origin: remove what follows the host and the port.");
        return n.origin;
      };
    }),
    ur = Zt(() => {
      "use strict";

      er(), he = e => null == e ? undefined : e.data, be = ({
        fail: e
      }, t, r) => {
        if (Number.isSafeInteger(t) && t > 0) return t;
        throw e("option_invalid", {
          message: `${r} is no number of the service's: that is a whole one, above 0.`
        });
      }, ye = (e, t) => {
        var r = me(e, t),
          n = r.id,
          a = r.title,
          o = r.genre,
          i = r.description,
          s = r.user,
          l = r.duration,
          u = r.track_cid,
          c = r.access_authorities,
          f = r.artwork,
          p = r.delisted,
          d = Mt(Mt(Mt(Mt({
            id: n,
            title: a,
            user: ve(e, s),
            duration: l,
            trackCid: u,
            accessAuthorities: null != c ? c : []
          }, "string" == typeof o ? {
            genre: o
          } : {}), "string" == typeof i ? {
            description: i
          } : {}), f && "object" == typeof f ? {
            artwork: ge(f)
          } : {}), true === p ? {
            delisted: true
          } : {});
        if (!(Number.isSafeInteger(d.id) && "string" == typeof d.title && "number" == typeof d.duration && "string" == typeof d.trackCid && Array.isArray(d.accessAuthorities) && d.accessAuthorities.every(e => "string" == typeof e))) throw e.fail("bad_response");
        return d;
      }, ve = (e, t) => {
        var _me = me(e, t),
          r = _me.user_id,
          n = _me.name,
          a = _me.handle,
          o = _me.is_verified,
          i = _me.profile_picture;
        if (!Number.isSafeInteger(r) || "string" != typeof n || "string" != typeof a) throw e.fail("bad_response");
        return Mt({
          userId: r,
          name: n,
          handle: a,
          verified: true === o
        }, i && "object" == typeof i ? {
          profilePicture: ge(i)
        } : {});
      }, ge = e => {
        var t = e.mirrors,
          r = {
            mirrors: Array.isArray(t) ? t.filter(we) : []
          };
        for (var _t4 of ["150x150", "480x480", "1000x1000"]) {
          var _n2 = e[_t4];
          we(_n2) && (r[_t4] = _n2);
        }
        return r;
      }, me = ({
        fail: e
      }, t) => {
        if ("object" != typeof t || !t) throw e("bad_response");
        return t;
      }, we = e => "string" == typeof e;
    }),
    cr = Zt(() => {
      "use strict";

      er(), ur(), ke = ({
        fail: e
      }, {
        limit: t,
        cursor: r
      }) => {
        var n = new x();
        if (undefined !== t) {
          if (!(Number.isSafeInteger(t) && t > 0 && t <= 100)) throw e("option_invalid", {
            message: "limit is no whole number from 1 to 100."
          });
          n.set("limit", `${t}`);
        }
        if (undefined !== r) {
          if ("string" != typeof r || !r) throw e("option_invalid", {
            message: "cursor is none: pass what came as next."
          });
          n.set("cursor", r);
        }
        return e => [e, `${n}`].filter(Boolean).join("?");
      }, Ae = (e, t, r) => {
        var n;
        var a = he(t),
          o = null != (n = null == t ? undefined : t.next_cursor) ? n : undefined;
        if (!Array.isArray(a) || undefined !== o && "string" != typeof o) throw e.fail("bad_response");
        return Mt({
          items: a.map(t => r(e, t))
        }, o ? {
          next: o
        } : {});
      };
    }),
    fr = Zt(() => {
      "use strict";

      er(), cr(), ur(), _e = (e, t) => {
        var r = /*#__PURE__*/function () {
            var _ref14 = _asyncToGenerator(function* (_r3, n) {
              var a = be(t, _r3, "trackId");
              return `users/${yield e.ownId({
                signal: n
              })}/library/tracks/${a}`;
            });
            return function r(_x12, _x13) {
              return _ref14.apply(this, arguments);
            };
          }(),
          n = e => Ae(t, e, ye);
        return {
          save(_x14) {
            return _asyncToGenerator(function* (t, {
              signal: n
            } = {}) {
              yield e.ask(yield r(t, n), {
                method: "PUT",
                signal: n
              });
            }).apply(this, arguments);
          },
          remove(_x15) {
            return _asyncToGenerator(function* (t, {
              signal: n
            } = {}) {
              yield e.ask(yield r(t, n), {
                method: "DELETE",
                signal: n
              });
            }).apply(this, arguments);
          },
          list() {
            return _asyncToGenerator(function* (r = {}) {
              var a = ke(t, r);
              return n(yield e.ask(a(`users/${yield e.ownId(r)}/library/tracks`), r));
            }).apply(this, arguments);
          },
          tracks(_x16) {
            return _asyncToGenerator(function* (r, a = {}) {
              var o = ke(t, a)(`users/${be(t, r, "userId")}/tracks`),
                i = (yield e.ifSignedIn(() => e.ownId(a))) === r;
              return n(yield i ? e.ask(o, a) : e.askOpenly(o, a));
            }).apply(this, arguments);
          }
        };
      };
    }),
    pr = Zt(() => {
      er(), Se = (e, {
        fail: t
      }) => /*#__PURE__*/_asyncToGenerator(function* () {
        throw t("unsupported", {
          message: "tracks.play needs an audio element: give what tracks.streamUrl(id) comes to to expo-audio or react-native-track-player."
        });
      });
    }),
    dr = Zt(() => {
      "use strict";

      er(), nr(), sr(), Ue = (e, t, r) => {
        var n,
          a = t.token,
          o = t.expire,
          i = t.getUser,
          s = r.fail,
          l = r.isFailure,
          u = r.within,
          c = r.json,
          f = (e, {
            signal: r,
            method: n = "GET",
            headers: a,
            body: o,
            statuses: i = oe
          } = {}, s = false) => u(r, /*#__PURE__*/function () {
            var _ref16 = _asyncToGenerator(function* (r) {
              var l = o && xe(o),
                u = Dt(Mt({}, l), {
                  headers: Mt(Mt({}, null == l ? undefined : l.headers), a)
                }),
                f = yield t.fetch(e, Mt({
                  method: n,
                  cache: "no-store",
                  signal: r
                }, u), s);
              return 204 === f.status ? undefined : c(f, i);
            });
            return function (_x17) {
              return _ref16.apply(this, arguments);
            };
          }());
        return {
          token: a,
          expire: o,
          under(t) {
            var r,
              n = new b(`${e.replace(/\/$/, "")}/`);
            try {
              r = new b(t, n);
            } catch (e) {}
            if (r && Y(n, r)) return r;
            throw s("option_invalid", {
              message: `${t} is not under baseUrl.`
            });
          },
          ask: (e, t) => f(e, t),
          askOpenly: (e, t) => f(e, t, true),
          ownId() {
            return _asyncToGenerator(function* ({
              signal: e
            } = {}) {
              var t = yield a({
                signal: e
              });
              if ((null == n ? undefined : n.bearer) !== t) {
                var _yield$i = yield i({
                    signal: e
                  }),
                  _r4 = _yield$i.userId;
                if (!Number.isSafeInteger(_r4)) throw s("bad_response");
                n = {
                  bearer: t,
                  id: _r4
                };
              }
              return n.id;
            }).apply(this, arguments);
          },
          ifSignedIn(e) {
            return _asyncToGenerator(function* () {
              try {
                return yield e();
              } catch (e) {
                if (l(e) && ("not_signed_in" === e.code || "session_expired" === e.code)) return;
                throw e;
              }
            })();
          }
        };
      }, xe = e => e instanceof Blob ? {
        headers: {
          "Content-Type": e.type
        },
        body: e
      } : {
        headers: {
          "Content-Type": "application/json"
        },
        body: JSON.stringify(e)
      };
    }),
    hr = Zt(() => {
      "use strict";

      er(), cr(), ur(), Ee = (e, t) => {
        var _me2 = me(e, t),
          r = _me2.id,
          n = _me2.track_cid,
          a = _me2.mime_type,
          o = _me2.duration;
        if ("string" != typeof r || "string" != typeof n || "string" != typeof a || "number" != typeof o) throw e.fail("bad_response");
        return {
          uploadId: r,
          trackCid: n,
          mimeType: a,
          duration: o
        };
      }, Oe = (e, t) => {
        var r = Ae(e, t, je),
          _me3 = me(e, t.quota),
          n = _me3.bytes,
          a = _me3.used;
        if ("number" != typeof n || "number" != typeof a) throw e.fail("bad_response");
        return Dt(Mt({}, r), {
          quota: {
            bytes: n,
            used: a
          }
        });
      }, je = (e, t) => {
        var _me4 = me(e, t),
          r = _me4.id,
          n = _me4.status,
          a = _me4.size,
          o = _me4.offset,
          i = _me4.filename,
          s = _me4.expires_at,
          l = "completed" === n;
        if ("string" != typeof r || "number" != typeof a) throw e.fail("bad_response");
        return Mt(Mt(Mt({
          uploadId: r,
          status: l ? "completed" : "uploading",
          total: a,
          sent: l ? a : "number" == typeof o ? o : 0
        }, "string" == typeof i ? {
          filename: i
        } : {}), l || "number" != typeof s ? {} : {
          expiresAt: s
        }), l ? {
          upload: Ee(e, t)
        } : {});
      };
    }),
    br = Zt(() => {
      "use strict";

      er(), nr(), sr(), cr(), ur(), hr(), Te = (e, t, r) => {
        var n = (e, t = "") => `tracks/${be(r, e, "id")}${t}`,
          a = /*#__PURE__*/function () {
            var _ref17 = _asyncToGenerator(function* (t, _a3) {
              var o = n(t),
                i = yield e.askOpenly(o, _a3).catch(/*#__PURE__*/function () {
                  var _ref18 = _asyncToGenerator(function* (t) {
                    var r = "not_found" === t.code && (yield e.ifSignedIn(() => e.ask(o, _a3)));
                    if (r) return r;
                    throw t;
                  });
                  return function (_x20) {
                    return _ref18.apply(this, arguments);
                  };
                }());
              return ye(r, he(i));
            });
            return function a(_x18, _x19) {
              return _ref17.apply(this, arguments);
            };
          }();
        return {
          get: a,
          create(n, o) {
            return _asyncToGenerator(function* () {
              var i;
              if (n.rule && null != (i = n.accessAuthorities) && i.length) throw r.fail("option_invalid", {
                message: "rule and accessAuthorities exclude each other: pass one."
              });
              return n.rule ? a(yield t.createTrack(n, o), o) : ye(r, he(yield e.ask("tracks", Mt({
                method: "POST",
                body: Pe(n)
              }, o))));
            })();
          },
          delete(t, r) {
            return _asyncToGenerator(function* () {
              yield e.ask(n(t), Mt({
                method: "DELETE"
              }, r));
            })();
          },
          update(t, a, o) {
            return _asyncToGenerator(function* () {
              var i = Re(a);
              if (!Object.keys(i).length) throw r.fail("option_invalid", {
                message: "change has nothing to change: name a member."
              });
              return ye(r, he(yield e.ask(n(t), Mt({
                method: "PATCH",
                body: i
              }, o))));
            })();
          },
          setArtwork(t, a, o) {
            return _asyncToGenerator(function* () {
              var i = n(t, "/artwork");
              if (!(a instanceof Blob)) throw r.fail("option_invalid", {
                message: "picture is no Blob: pass a File or a Blob."
              });
              var s = Mt({
                method: "PUT",
                body: a,
                statuses: ie
              }, o);
              return ye(r, he(yield e.ask(i, s)));
            })();
          },
          removeArtwork(t, r) {
            return _asyncToGenerator(function* () {
              yield e.ask(n(t, "/artwork"), Mt({
                method: "DELETE"
              }, r));
            })();
          },
          listens: function () {
            var _ref19 = _asyncToGenerator(function* (t, a) {
              return Ie(r, he(yield e.ask(n(t, "/listens"), a)));
            });
            return function listens(_x21, _x22) {
              return _ref19.apply(this, arguments);
            };
          }(),
          uploads: function () {
            var _ref20 = _asyncToGenerator(function* (t = {}) {
              return Oe(r, yield e.ask(ke(r, t)("uploads"), t));
            });
            return function uploads() {
              return _ref20.apply(this, arguments);
            };
          }(),
          access(e, r) {
            return _asyncToGenerator(function* () {
              var _yield$a = yield a(e, r),
                n = _yield$a.accessAuthorities;
              return n.length ? t.access(e, r) : {
                allowed: true
              };
            })();
          },
          join: t.join,
          streamUrl(n, o) {
            return _asyncToGenerator(function* () {
              var _yield$a2 = yield a(n, o),
                i = _yield$a2.accessAuthorities,
                s = i.length ? yield t.stream(n, o) : yield e.askOpenly(`tracks/${n}/stream?no_redirect=true`, o),
                l = Q(he(s));
              if (!l) throw r.fail("bad_response");
              return l.href;
            })();
          }
        };
      }, Pe = ({
        title: e,
        genre: t,
        description: r,
        trackCid: n,
        accessAuthorities: a
      }) => ({
        title: e,
        genre: t,
        description: r,
        track_cid: n,
        access_authorities: a
      }), Re = ({
        title: e,
        genre: t,
        description: r,
        accessAuthorities: n,
        delisted: a
      } = {}) => JSON.parse(JSON.stringify({
        title: e,
        genre: t,
        description: r,
        access_authorities: n,
        delisted: a
      })), Ie = (e, t) => {
        var _me5 = me(e, t),
          r = _me5.total,
          n = _me5.days;
        if (!Number.isSafeInteger(r) || !Array.isArray(n)) throw e.fail("bad_response");
        return {
          total: r,
          days: n.map(t => {
            var _me6 = me(e, t),
              r = _me6.date,
              n = _me6.listens;
            if ("string" != typeof r || !Number.isSafeInteger(n)) throw e.fail("bad_response");
            return {
              date: r,
              listens: n
            };
          })
        };
      };
    }),
    yr = Zt(() => {
      "use strict";

      er(), rr(), Ne = /*#__PURE__*/function () {
        var _ref21 = _asyncToGenerator(function* (e) {
          var t;
          var r = e.uri,
            n = e.name,
            a = e.type,
            o = e.mimeType,
            i = yield ze(r),
            s = n || (null == (t = r.split(/[?#]/, 1)[0]) ? undefined : t.split("/").pop()) || "file",
            l = a || o || i.type || "";
          return Object.defineProperties(Le(i), {
            name: {
              value: s
            },
            type: {
              value: l
            },
            lastModified: {
              value: 0
            }
          });
        });
        return function Ne(_x23) {
          return _ref21.apply(this, arguments);
        };
      }(), Le = e => e instanceof j || !(e instanceof Blob) ? e : (j.prototype instanceof Blob || Object.setPrototypeOf(j.prototype, Blob.prototype), Object.setPrototypeOf(e, j.prototype)), Ce = /*#__PURE__*/function () {
        var _ref22 = _asyncToGenerator(function* (e) {
          return Be(e) ? Ne(e) : e;
        });
        return function Ce(_x24) {
          return _ref22.apply(this, arguments);
        };
      }(), Be = e => "string" == typeof (null == e ? undefined : e.uri) && !(e instanceof Blob), ze = /*#__PURE__*/function () {
        var _ref23 = _asyncToGenerator(function* (e) {
          try {
            if (!/^(?:file|content|ph|assets-library|data|blob):/i.test(e)) throw new TypeError("This is no local address.");
            return yield (yield globalThis.fetch(e)).blob();
          } catch (e) {
            throw new z("option_invalid", {
              message: "file cannot be read: have it chosen again.",
              cause: e
            });
          }
        });
        return function ze(_x25) {
          return _ref23.apply(this, arguments);
        };
      }();
    }),
    vr = Zt(() => {
      er(), br(), yr(), Me = (...e) => {
        var t = Te(...e);
        return Dt(Mt({}, t), {
          setArtwork: function () {
            var _ref24 = _asyncToGenerator(function* (e, r, n) {
              return t.setArtwork(e, yield Ce(r), n);
            });
            return function setArtwork(_x26, _x27, _x28) {
              return _ref24.apply(this, arguments);
            };
          }()
        });
      };
    }),
    gr = Zt(() => {
      "use strict";

      er(), sr(), De = (e, {
        ready: t,
        within: r
      }) => {
        var n = e.fail,
          a = /*#__PURE__*/function () {
            var _ref25 = _asyncToGenerator(function* (t, r) {
              return ue(e, r, t.status, yield t.text());
            });
            return function a(_x29, _x30) {
              return _ref25.apply(this, arguments);
            };
          }();
        return Dt(Mt({}, e), {
          within: (e, n) => r(e, /*#__PURE__*/function () {
            var _ref26 = _asyncToGenerator(function* (e) {
              return yield t(), n(e);
            });
            return function (_x31) {
              return _ref26.apply(this, arguments);
            };
          }()),
          refused: a,
          json(e, t) {
            return _asyncToGenerator(function* () {
              if (!e.ok) throw yield a(e, t);
              var r = yield e.text();
              try {
                return JSON.parse(r);
              } catch (t) {
                throw n("bad_response", {
                  status: e.status,
                  cause: t
                });
              }
            })();
          }
        });
      };
    }),
    mr = Zt(() => {
      "use strict";

      er(), Fe = new Map(), Ze = /*#__PURE__*/function () {
        var _ref27 = _asyncToGenerator(function* (e, t, r) {
          var n;
          var a = () => {},
            o = new Promise(e => {
              a = e;
            }),
            i = null != (n = Fe.get(e)) ? n : Promise.resolve(),
            s = i.then(() => o);
          if (Fe.set(e, s), s.then(() => {
            Fe.get(e) === s && Fe.delete(e);
          }), yield Ge(i, t, r)) return a;
          a();
        });
        return function Ze(_x32, _x33, _x34) {
          return _ref27.apply(this, arguments);
        };
      }(), Ge = (e, t, r) => new Promise(n => {
        var a = e => {
            clearTimeout(i), null == r || r.removeEventListener("abort", o), n(e);
          },
          o = () => a(false),
          i = setTimeout(o, t);
        null == r || r.addEventListener("abort", o), null != r && r.aborted && o(), e.then(() => a(true));
      });
    }),
    wr = Zt(() => {
      er(), mr(), He = /*#__PURE__*/function () {
        var _ref28 = _asyncToGenerator(function* (e, t, {
          fail: r
        }, n) {
          var a = yield Ze(e, 1e4, t);
          if (null != t && t.aborted) throw null == a || a(), r("aborted", {
            cause: t.reason
          });
          if (!a) throw r("conflict", {
            description: "this file is being uploaded already"
          });
          try {
            return yield n();
          } finally {
            a();
          }
        });
        return function He(_x35, _x36, _x37, _x38) {
          return _ref28.apply(this, arguments);
        };
      }();
    }),
    kr = Zt(() => {
      "use strict";

      er(), We = "stagepass.upload.", Ye = /*#__PURE__*/function () {
        var _ref29 = _asyncToGenerator(function* (e, t, r, n) {
          var a = et(r, n),
            o = n.under("uploads").href,
            i = We + (yield qe(e, o, t));
          return rt(() => Xe(a)), {
            key: i,
            read: () => {
              var e;
              var t = null == (e = $e(a, i)) ? undefined : e.address;
              return undefined !== t && Ve(t, n) ? t : undefined;
            },
            keep(e, t = Date.now() + 864e5) {
              Ve(e, n) && rt(() => a.setItem(i, JSON.stringify({
                address: e,
                until: t
              })));
            },
            forget: () => rt(() => a.removeItem(i))
          };
        });
        return function Ye(_x39, _x40, _x41, _x42) {
          return _ref29.apply(this, arguments);
        };
      }(), Qe = (e, t, r) => {
        var n = et(t, r);
        rt(() => {
          var t;
          for (var _r5 of Je(n)) {
            var _a4 = null == (t = $e(n, _r5)) ? undefined : t.address;
            undefined !== _a4 && new b(_a4).pathname === e.pathname && n.removeItem(_r5);
          }
        });
      }, Ve = (e, t) => {
        try {
          return t.under(e).pathname.startsWith(`${t.under("uploads").pathname}/`);
        } catch (e) {
          return false;
        }
      }, qe = /*#__PURE__*/function () {
        var _ref30 = _asyncToGenerator(function* (e, t, r) {
          var n = JSON.stringify([t, r, e.name, e.size, e.lastModified, e.type]),
            _ref31 = {},
            a = _ref31.subtle;
          if (!a) return n;
          var o = [n, e.slice(0, 65536), e.slice(Math.max(65536, e.size - 65536))],
            i = yield a.digest("SHA-256", yield new Blob(o).arrayBuffer());
          return [...new Uint8Array(i)].map(e => e.toString(16).padStart(2, "0")).join("");
        });
        return function qe(_x43, _x44, _x45) {
          return _ref30.apply(this, arguments);
        };
      }(), Xe = e => {
        for (var _t5 of Je(e)) $e(e, _t5) || e.removeItem(_t5);
      }, Je = e => Array.from({
        length: e.length
      }, (t, r) => e.key(r)).filter(e => !(null == e || !e.startsWith(We))), $e = (e, t) => {
        var r;
        try {
          var _JSON$parse = JSON.parse(null != (r = e.getItem(t)) ? r : ""),
            _n3 = _JSON$parse.address,
            _a5 = _JSON$parse.until;
          if ("string" == typeof _n3 && "number" == typeof _a5 && _a5 > Date.now()) return {
            address: _n3,
            until: _a5
          };
        } catch (e) {}
      }, Ke = new WeakMap(), et = (e, t) => {
        var r;
        try {
          if ("object" == typeof e) return e;
          if ("session" === e) return sessionStorage;
          if ("memory" !== e) return localStorage;
        } catch (e) {}
        var n = null != (r = Ke.get(t)) ? r : tt();
        return Ke.set(t, n), n;
      }, tt = () => {
        var e = new Map();
        return {
          get length() {
            return e.size;
          },
          key: t => {
            var r;
            return null != (r = [...e.keys()][t]) ? r : null;
          },
          getItem: t => {
            var r;
            return null != (r = e.get(t)) ? r : null;
          },
          setItem: (t, r) => {
            e.set(t, r);
          },
          removeItem: t => {
            e.delete(t);
          }
        };
      }, rt = e => {
        try {
          e();
        } catch (e) {}
      };
    }),
    Ar = Zt(() => {
      "use strict";

      er(), nt = /*#__PURE__*/function () {
        var _ref32 = _asyncToGenerator(function* (e) {
          var t = e.name,
            r = e.size,
            n = e.lastModified,
            a = e.type,
            o = [e.slice(0, 65536), e.slice(Math.max(65536, r - 65536))].map(at),
            i = JSON.stringify([t, r, n, a, ...(yield Promise.all(o))]);
          return [1, 2].map(e => ot(i, e)).join("");
        });
        return function nt(_x46) {
          return _ref32.apply(this, arguments);
        };
      }(), at = /*#__PURE__*/function () {
        var _ref33 = _asyncToGenerator(function* (e) {
          return e.size ? "undefined" == typeof FileReader ? String(new Uint8Array(yield e.arrayBuffer())) : new Promise((t, r) => {
            var n = new FileReader();
            n.onload = () => t(String(n.result)), n.onerror = () => r(n.error), n.readAsDataURL(e);
          }) : "";
        });
        return function at(_x47) {
          return _ref33.apply(this, arguments);
        };
      }(), ot = (e, t) => {
        var r = 3735928559 ^ t,
          n = 1103547991 ^ t;
        for (var _t6 = 0; _t6 < e.length; _t6++) {
          var _a6 = e.charCodeAt(_t6);
          r = Math.imul(r ^ _a6, 2654435761), n = Math.imul(n ^ _a6, 1597334677);
        }
        return r = Math.imul(r ^ r >>> 16, 2246822507) ^ Math.imul(n ^ n >>> 13, 3266489909), n = Math.imul(n ^ n >>> 16, 2246822507) ^ Math.imul(r ^ r >>> 13, 3266489909), (4294967296 * (2097151 & n) + (r >>> 0)).toString(36);
      };
    }),
    _r = Zt(() => {
      "use strict";

      er(), mr(), it = "stagepass.keys", st = 0, lt = e => {
        var t = "stagepass/keys/" + st++,
          r = /*#__PURE__*/function () {
            var _ref34 = _asyncToGenerator(function* () {
              var t;
              try {
                var _r6 = JSON.parse(null != (t = yield e.getItem(it)) ? t : "[]");
                return Array.isArray(_r6) ? _r6.filter(e => "string" == typeof e) : [];
              } catch (e) {
                return [];
              }
            });
            return function r() {
              return _ref34.apply(this, arguments);
            };
          }(),
          n = /*#__PURE__*/function () {
            var _ref35 = _asyncToGenerator(function* (_n4) {
              var a = yield Ze(t, 1e4);
              try {
                var _t7 = yield r(),
                  _a7 = _n4(_t7);
                _a7.length !== _t7.length && (yield e.setItem(it, JSON.stringify(_a7)));
              } finally {
                null == a || a();
              }
            });
            return function n(_x48) {
              return _ref35.apply(this, arguments);
            };
          }();
        return {
          getItem: t => e.getItem(ut(t)),
          setItem(t, r) {
            return _asyncToGenerator(function* () {
              yield n(e => e.includes(t) ? e : [...e, t]), yield e.setItem(ut(t), r);
            })();
          },
          removeItem(t) {
            return _asyncToGenerator(function* () {
              yield e.removeItem(ut(t)), yield n(e => e.filter(e => e !== t));
            })();
          },
          getAllKeys: r
        };
      }, ut = e => e.replace(/[^A-Za-z0-9.-]/g, e => `_${e.charCodeAt(0).toString(16)}_`);
    }),
    Sr = Zt(() => {
      "use strict";

      er(), rr(), ct = {
        "react-native": _$$_REQUIRE(_dependencyMap[9]),
        "expo-web-browser": _$$_REQUIRE(_dependencyMap[10]),
        "expo-crypto": _$$_REQUIRE(_dependencyMap[11]),
        "@react-native-async-storage/async-storage": _$$_REQUIRE(_dependencyMap[12])
      }, ft = e => ct[e].missing ? undefined : ct[e], pt = () => ft("react-native"), dt = () => ft("expo-web-browser"), ht = () => ft("expo-crypto"), bt = () => {
        var e;
        var t = ft("@react-native-async-storage/async-storage");
        return null != (e = null == t ? undefined : t.default) ? e : t;
      }, yt = (e, t, r) => new z("unsupported", {
        message: `${e}: run \`npx expo install ${t}\`, or pass \`${r}\`.`,
        cause: ct[t].missing
      });
    }),
    Ur = Zt(() => {
      "use strict";

      er(), _r(), Sr(), vt = new WeakMap(), gt = e => {
        var t;
        if ("memory" === e) return wt;
        var r = null != e ? e : bt();
        if (!r) throw yt("Staying signed in needs a storage", "@react-native-async-storage/async-storage", "storage");
        var n = null != (t = vt.get(r)) ? t : kt(r.getAllKeys ? r : lt(r));
        return vt.set(r, n), n;
      }, wt = (mt = () => {
        var e = new Map();
        return {
          has: t => e.has(t),
          read: function () {
            var _ref36 = _asyncToGenerator(function* (t) {
              var r;
              return null != (r = e.get(t)) ? r : null;
            });
            return function read(_x49) {
              return _ref36.apply(this, arguments);
            };
          }(),
          write: function () {
            var _ref37 = _asyncToGenerator(function* (t, r) {
              return !!e.set(t, r);
            });
            return function write(_x50, _x51) {
              return _ref37.apply(this, arguments);
            };
          }(),
          remove: function () {
            var _ref38 = _asyncToGenerator(function* (t) {
              e.delete(t);
            });
            return function remove(_x52) {
              return _ref38.apply(this, arguments);
            };
          }(),
          keys: function () {
            var _ref39 = _asyncToGenerator(function* (t) {
              return [...e.keys()].filter(e => e.startsWith(t));
            });
            return function keys(_x53) {
              return _ref39.apply(this, arguments);
            };
          }(),
          lastError: undefined
        };
      })(), kt = e => {
        var t,
          r = mt(),
          n = /*#__PURE__*/function () {
            var _ref40 = _asyncToGenerator(function* (e, r) {
              try {
                return yield e();
              } catch (e) {
                return t = e, r;
              }
            });
            return function n(_x54, _x55) {
              return _ref40.apply(this, arguments);
            };
          }();
        return {
          read(t) {
            return _asyncToGenerator(function* () {
              if (r.has(t)) return r.read(t);
              var a = yield n(() => e.getItem(t), null);
              return "string" == typeof a ? a : null;
            })();
          },
          write(t, a) {
            return _asyncToGenerator(function* () {
              var o = yield n(/*#__PURE__*/_asyncToGenerator(function* () {
                return yield e.setItem(t, a), true;
              }), false);
              return yield o ? r.remove(t) : r.write(t, a), o;
            })();
          },
          remove(t) {
            return _asyncToGenerator(function* () {
              yield r.remove(t), yield n(() => e.removeItem(t), undefined);
            })();
          },
          keys(t) {
            return _asyncToGenerator(function* () {
              var a = (yield n(() => e.getAllKeys(), [])).filter(e => "string" == typeof e && e.startsWith(t));
              return [...new Set([...(yield r.keys(t)), ...a])];
            })();
          },
          get lastError() {
            return t;
          }
        };
      };
    }),
    xr = Zt(() => {
      er(), kr(), Ar(), Ur(), At = new WeakMap(), _t = /*#__PURE__*/function () {
        var _ref42 = _asyncToGenerator(function* (e, t, r, n) {
          var a = {
            name: yield nt(e),
            size: 0,
            lastModified: 0,
            type: ""
          };
          return Ye(a, t, yield Ut(r), n);
        });
        return function _t(_x56, _x57, _x58, _x59) {
          return _ref42.apply(this, arguments);
        };
      }(), St = (e, t, r) => {
        Ut(t).then(t => Qe(e, t, r));
      }, Ut = e => {
        var t;
        var r = gt(e),
          n = null != (t = At.get(r)) ? t : xt(r);
        return At.set(r, n), n;
      }, xt = /*#__PURE__*/function () {
        var _ref43 = _asyncToGenerator(function* (e) {
          var t = new Map();
          for (var _r7 of yield e.keys("stagepass.upload.")) {
            var _n5 = yield e.read(_r7);
            null !== _n5 && t.set(_r7, _n5);
          }
          var r = Promise.resolve(),
            n = e => {
              r = r.then(e);
            };
          return {
            get length() {
              return t.size;
            },
            key: e => {
              var r;
              return null != (r = [...t.keys()][e]) ? r : null;
            },
            getItem: e => {
              var r;
              return null != (r = t.get(e)) ? r : null;
            },
            setItem(r, a) {
              t.set(r, a), n(() => e.write(r, a));
            },
            removeItem(r) {
              t.delete(r), n(() => e.remove(r));
            }
          };
        });
        return function xt(_x60) {
          return _ref43.apply(this, arguments);
        };
      }();
    });
  function Er(e) {
    "@babel/helpers - typeof";

    return (Er = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function Or(e) {
    var t = "function" == typeof Map ? new Map() : undefined;
    return Or = function (e) {
      if (null === e || !function (e) {
        try {
          return -1 !== Function.toString.call(e).indexOf("[native code]");
        } catch (t) {
          return "function" == typeof e;
        }
      }(e)) return e;
      if ("function" != typeof e) throw new TypeError("Super expression must either be null or a function");
      if (undefined !== t) {
        if (t.has(e)) return t.get(e);
        t.set(e, r);
      }
      function r() {
        return function (e, t, r) {
          if (jr()) return Reflect.construct.apply(null, arguments);
          var n = [null];
          n.push.apply(n, t);
          var a = new (e.bind.apply(e, n))();
          return r && Tr(a, r.prototype), a;
        }(e, arguments, Pr(this).constructor);
      }
      return r.prototype = Object.create(e.prototype, {
        constructor: {
          value: r,
          enumerable: false,
          writable: true,
          configurable: true
        }
      }), Tr(r, e);
    }, Or(e);
  }
  function jr() {
    try {
      var e = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], function () {}));
    } catch (e) {}
    return (jr = function () {
      return !!e;
    })();
  }
  function Tr(e, t) {
    return (Tr = Object.setPrototypeOf ? Object.setPrototypeOf.bind() : function (e, t) {
      return e.__proto__ = t, e;
    })(e, t);
  }
  function Pr(e) {
    return (Pr = Object.setPrototypeOf ? Object.getPrototypeOf.bind() : function (e) {
      return e.__proto__ || Object.getPrototypeOf(e);
    })(e);
  }
  var Rr,
    Ir,
    Nr = Zt(() => {
      er(), Rr = function () {
        function e(t) {
          var r,
            n = arguments.length > 1 && undefined !== arguments[1] ? arguments[1] : null,
            a = arguments.length > 2 && undefined !== arguments[2] ? arguments[2] : null,
            o = arguments.length > 3 && undefined !== arguments[3] ? arguments[3] : null;
          if (function (e, t) {
            if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
          }(this, e), (r = function (e, t, r) {
            return t = Pr(t), function (e, t) {
              if (t && ("object" === Er(t) || "function" == typeof t)) return t;
              if (undefined !== t) throw new TypeError("Derived constructors may only return object or undefined");
              return function (e) {
                if (undefined === e) throw new ReferenceError("this hasn't been initialised - super() hasn't been called");
                return e;
              }(e);
            }(e, jr() ? Reflect.construct(t, r || [], Pr(e).constructor) : t.apply(e, r));
          }(this, e, [t])).originalRequest = a, r.originalResponse = o, r.causingError = n, null != n && (t += ", caused by ".concat(n.toString())), null != a) {
            var i = a.getHeader("X-Request-ID") || "n/a",
              s = a.getMethod(),
              l = a.getURL(),
              u = o ? o.getStatus() : "n/a",
              c = o ? o.getBody() || "" : "n/a";
            t += ", originated from request (method: ".concat(s, ", url: ").concat(l, ", response code: ").concat(u, ", response text: ").concat(c, ", request id: ").concat(i, ")");
          }
          return r.message = t, r;
        }
        return function (e, t) {
          if ("function" != typeof t && null !== t) throw new TypeError("Super expression must either be null or a function");
          e.prototype = Object.create(t && t.prototype, {
            constructor: {
              value: e,
              writable: true,
              configurable: true
            }
          }), Object.defineProperty(e, "prototype", {
            writable: false
          }), t && Tr(e, t);
        }(e, Or(Error)), function (e) {
          return Object.defineProperty(e, "prototype", {
            writable: false
          }), e;
        }(e);
      }(), Ir = Rr;
    });
  function Lr(e) {
    Cr && console.log(e);
  }
  var Cr,
    Br = Zt(() => {
      er(), Cr = false;
    });
  function zr(e) {
    "@babel/helpers - typeof";

    return (zr = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function Mr(e) {
    var t = function (e) {
      if ("object" != zr(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != zr(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == zr(t) ? t : t + "";
  }
  var Dr,
    Fr,
    Zr,
    Gr,
    Hr,
    Wr,
    Yr,
    Qr,
    Vr,
    qr,
    Xr,
    Jr,
    $r,
    Kr,
    en,
    tn,
    rn,
    nn,
    an,
    on,
    sn,
    ln,
    un,
    cn,
    fn,
    pn,
    dn,
    hn,
    bn,
    yn,
    vn,
    gn,
    mn,
    wn,
    kn,
    An = Zt(() => {
      var e, t;
      er(), e = function e() {
        !function (e, t) {
          if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
        }(this, e);
      }, (t = [{
        key: "listAllUploads",
        value: function () {
          return Promise.resolve([]);
        }
      }, {
        key: "findUploadsByFingerprint",
        value: function (e) {
          return Promise.resolve([]);
        }
      }, {
        key: "removeUpload",
        value: function (e) {
          return Promise.resolve();
        }
      }, {
        key: "addUpload",
        value: function (e, t) {
          return Promise.resolve(null);
        }
      }]) && function (e, t) {
        for (var r = 0; r < t.length; r++) {
          var n = t[r];
          n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, Mr(n.key), n);
        }
      }(e.prototype, t), Object.defineProperty(e, "prototype", {
        writable: false
      }), Dr = e;
    }),
    _n = Zt(() => {
      er(), Fr = "function" == typeof TextDecoder ? new TextDecoder("utf-8", {
        ignoreBOM: true
      }) : undefined, Zr = "function" == typeof TextEncoder ? new TextEncoder() : undefined, Gr = Array.prototype.slice.call("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="), Hr = (() => {
        var e = {};
        return Gr.forEach((t, r) => e[t] = r), e;
      })(), Wr = /^(?:[A-Za-z\d+\/]{4})*?(?:[A-Za-z\d+\/]{2}(?:==)?|[A-Za-z\d+\/]{3}=?)?$/, Yr = String.fromCharCode.bind(String), Qr = "function" == typeof Uint8Array.from ? Uint8Array.from.bind(Uint8Array) : e => new Uint8Array(Array.prototype.slice.call(e, 0)), Vr = e => e.replace(/=/g, "").replace(/[+\/]/g, e => "+" == e ? "-" : "_"), qr = e => e.replace(/[^A-Za-z0-9\+\/]/g, ""), Xr = e => {
        var t,
          r,
          n,
          a,
          o = "",
          i = e.length % 3;
        for (var _i2 = 0; _i2 < e.length;) {
          if ((r = e.charCodeAt(_i2++)) > 255 || (n = e.charCodeAt(_i2++)) > 255 || (a = e.charCodeAt(_i2++)) > 255) throw new TypeError("invalid character found");
          t = r << 16 | n << 8 | a, o += Gr[t >> 18 & 63] + Gr[t >> 12 & 63] + Gr[t >> 6 & 63] + Gr[63 & t];
        }
        return i ? o.slice(0, i - 3) + "===".substring(i) : o;
      }, Jr = "function" == typeof btoa ? e => btoa(e) : Xr, $r = "function" == typeof Uint8Array.prototype.toBase64 ? Function.prototype.call.bind(Uint8Array.prototype.toBase64) : e => {
        var t = [];
        for (var _r8 = 0, _n6 = e.length; _r8 < _n6; _r8 += 4096) t.push(Yr.apply(null, e.subarray(_r8, _r8 + 4096)));
        return Jr(t.join(""));
      }, Kr = (e, t = false) => t ? Vr($r(e)) : $r(e), en = e => {
        if (e.length < 2) return (t = e.charCodeAt(0)) < 128 ? e : t < 2048 ? Yr(192 | t >>> 6) + Yr(128 | 63 & t) : Yr(224 | t >>> 12 & 15) + Yr(128 | t >>> 6 & 63) + Yr(128 | 63 & t);
        var t = 65536 + 1024 * (e.charCodeAt(0) - 55296) + (e.charCodeAt(1) - 56320);
        return Yr(240 | t >>> 18 & 7) + Yr(128 | t >>> 12 & 63) + Yr(128 | t >>> 6 & 63) + Yr(128 | 63 & t);
      }, tn = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\x00-\x7F]/g, rn = e => e.replace(tn, en), nn = Zr ? e => $r(Zr.encode(e)) : e => Jr(rn(e)), an = (e, t = false) => t ? Vr(nn(e)) : nn(e), on = e => an(e, true), sn = /[\xC0-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF7][\x80-\xBF]{3}/g, ln = e => {
        switch (e.length) {
          case 4:
            var t = ((7 & e.charCodeAt(0)) << 18 | (63 & e.charCodeAt(1)) << 12 | (63 & e.charCodeAt(2)) << 6 | 63 & e.charCodeAt(3)) - 65536;
            return Yr((t >>> 10) + 55296) + Yr(56320 + (1023 & t));
          case 3:
            return Yr((15 & e.charCodeAt(0)) << 12 | (63 & e.charCodeAt(1)) << 6 | 63 & e.charCodeAt(2));
          default:
            return Yr((31 & e.charCodeAt(0)) << 6 | 63 & e.charCodeAt(1));
        }
      }, un = e => e.replace(sn, ln), cn = e => {
        if (e = e.replace(/\s+/g, ""), !Wr.test(e)) throw new TypeError("malformed base64.");
        e += "==".slice(2 - (3 & e.length));
        var t,
          r,
          n,
          a = [];
        for (var _o2 = 0; _o2 < e.length;) t = Hr[e.charAt(_o2++)] << 18 | Hr[e.charAt(_o2++)] << 12 | (r = Hr[e.charAt(_o2++)]) << 6 | (n = Hr[e.charAt(_o2++)]), 64 === r ? a.push(Yr(t >> 16 & 255)) : 64 === n ? a.push(Yr(t >> 16 & 255, t >> 8 & 255)) : a.push(Yr(t >> 16 & 255, t >> 8 & 255, 255 & t));
        return a.join("");
      }, fn = "function" == typeof atob ? e => atob(qr(e)) : cn, pn = "function" == typeof Uint8Array.fromBase64 ? e => Uint8Array.fromBase64(e) : e => Qr(fn(e).split("").map(e => e.charCodeAt(0))), dn = e => pn(bn(e)), hn = Fr ? e => Fr.decode(pn(e)) : e => un(fn(e)), bn = e => qr(e.replace(/[-_]/g, e => "-" == e ? "+" : "/")), vn = e => ({
        value: e,
        enumerable: false,
        writable: true,
        configurable: true
      }), gn = function () {
        var e = (e, t) => Object.defineProperty(String.prototype, e, vn(t));
        e("fromBase64", function () {
          return yn(this);
        }), e("toBase64", function (e) {
          return an(this, e);
        }), e("toBase64URI", function () {
          return an(this, true);
        }), e("toBase64URL", function () {
          return an(this, true);
        }), e("toUint8Array", function () {
          return dn(this);
        });
      }, mn = function () {
        var e = (e, t) => Object.defineProperty(Uint8Array.prototype, e, vn(t));
        e("toBase64", function (e) {
          return Kr(this, e);
        }), e("toBase64URI", function () {
          return Kr(this, true);
        }), e("toBase64URL", function () {
          return Kr(this, true);
        });
      }, wn = () => {
        gn(), mn();
      }, kn = {
        version: "3.9.6",
        VERSION: "3.9.6",
        atob: fn,
        atobPolyfill: cn,
        btoa: Jr,
        btoaPolyfill: Xr,
        fromBase64: yn = e => hn(bn(e)),
        toBase64: an,
        encode: an,
        encodeURI: on,
        encodeURL: on,
        utob: rn,
        btou: un,
        decode: yn,
        isValid: e => {
          if ("string" != typeof e) return false;
          var t = e.replace(/\s+/g, "").replace(/={0,2}$/, "");
          return !(t.length % 4 == 1 || /[^\s0-9a-zA-Z\+/]/.test(t) && /[^\s0-9a-zA-Z\-_]/.test(t));
        },
        fromUint8Array: Kr,
        toUint8Array: dn,
        extendString: gn,
        extendUint8Array: mn,
        extendBuiltins: wn
      };
    }),
    Sn = Gt((e, t) => {
      "use strict";

      er(), t.exports = function (e, t) {
        if (t = t.split(":")[0], !(e = +e)) return false;
        switch (t) {
          case "http":
          case "ws":
            return 80 !== e;
          case "https":
          case "wss":
            return 443 !== e;
          case "ftp":
            return 21 !== e;
          case "gopher":
            return 70 !== e;
          case "file":
            return false;
        }
        return 0 !== e;
      };
    }),
    Un = Gt(e => {
      "use strict";

      er();
      var t = Object.prototype.hasOwnProperty;
      function r(e) {
        try {
          return decodeURIComponent(e.replace(/\+/g, " "));
        } catch (e) {
          return null;
        }
      }
      function n(e) {
        try {
          return encodeURIComponent(e);
        } catch (e) {
          return null;
        }
      }
      e.stringify = function (e, r) {
        r = r || "";
        var a,
          o,
          i = [];
        for (o in "string" != typeof r && (r = "?"), e) if (t.call(e, o)) {
          if (!(a = e[o]) && (null == a || isNaN(a)) && (a = ""), o = n(o), a = n(a), null === o || null === a) continue;
          i.push(o + "=" + a);
        }
        return i.length ? r + i.join("&") : "";
      }, e.parse = function (e) {
        for (var t, n = /([^=?#&]+)=?([^&]*)/g, a = {}; t = n.exec(e);) {
          var o = r(t[1]),
            i = r(t[2]);
          null === o || null === i || o in a || (a[o] = i);
        }
        return a;
      };
    }),
    xn = Gt((e, t) => {
      "use strict";

      er();
      var r = Sn(),
        n = Un(),
        a = /^[\x00-\x20\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/,
        o = /[\n\r\t]/g,
        i = /^[A-Za-z][A-Za-z0-9+-.]*:\/\//,
        s = /:\d+$/,
        l = /^([a-z][a-z0-9.+-]*:)?(\/\/)?([\\/]+)?([\S\s]*)/i,
        u = /^[a-zA-Z]:/;
      function c(e) {
        return (e || "").toString().replace(a, "");
      }
      var f = [["#", "hash"], ["?", "query"], function (e, t) {
          return h(t.protocol) ? e.replace(/\\/g, "/") : e;
        }, ["/", "pathname"], ["@", "auth", 1], [NaN, "host", undefined, 1, 1], [/:(\d*)$/, "port", undefined, 1], [NaN, "hostname", undefined, 1, 1]],
        p = {
          hash: 1,
          query: 1
        };
      function d(e) {
        var t,
          r = ("undefined" != typeof window ? window : "undefined" != typeof global ? global : "undefined" != typeof self ? self : {}).location || {},
          n = {},
          a = typeof (e = e || r);
        if ("blob:" === e.protocol) n = new y(unescape(e.pathname), {});else if ("string" === a) for (t in n = new y(e, {}), p) delete n[t];else if ("object" === a) {
          for (t in e) t in p || (n[t] = e[t]);
          undefined === n.slashes && (n.slashes = i.test(e.href));
        }
        return n;
      }
      function h(e) {
        return "file:" === e || "ftp:" === e || "http:" === e || "https:" === e || "ws:" === e || "wss:" === e;
      }
      function b(e, t) {
        e = (e = c(e)).replace(o, ""), t = t || {};
        var r,
          n = l.exec(e),
          a = n[1] ? n[1].toLowerCase() : "",
          i = !!n[2],
          s = !!n[3],
          u = 0;
        return i ? s ? (r = n[2] + n[3] + n[4], u = n[2].length + n[3].length) : (r = n[2] + n[4], u = n[2].length) : s ? (r = n[3] + n[4], u = n[3].length) : r = n[4], "file:" === a ? u >= 2 && (r = r.slice(2)) : h(a) ? r = n[4] : a ? i && (r = r.slice(2)) : u >= 2 && h(t.protocol) && (r = n[4]), {
          protocol: a,
          slashes: i || h(a),
          slashesCount: u,
          rest: r
        };
      }
      function y(e, t, a) {
        if (e = (e = c(e)).replace(o, ""), !(this instanceof y)) return new y(e, t, a);
        var i,
          s,
          l,
          p,
          v,
          g,
          m = f.slice(),
          w = typeof t,
          k = this,
          A = 0;
        for ("object" !== w && "string" !== w && (a = t, t = null), a && "function" != typeof a && (a = n.parse), i = !(s = b(e || "", t = d(t))).protocol && !s.slashes, k.slashes = s.slashes || i && t.slashes, k.protocol = s.protocol || t.protocol || "", e = s.rest, ("file:" === s.protocol && (2 !== s.slashesCount || u.test(e)) || !s.slashes && (s.protocol || s.slashesCount < 2 || !h(k.protocol))) && (m[3] = [/(.*)/, "pathname"]); A < m.length; A++) "function" != typeof (p = m[A]) ? (l = p[0], g = p[1], l != l ? k[g] = e : "string" == typeof l ? ~(v = "@" === l ? e.lastIndexOf(l) : e.indexOf(l)) && ("number" == typeof p[2] ? (k[g] = e.slice(0, v), e = e.slice(v + p[2])) : (k[g] = e.slice(v), e = e.slice(0, v))) : (v = l.exec(e)) && (k[g] = v[1], e = e.slice(0, v.index)), k[g] = k[g] || i && p[3] && t[g] || "", p[4] && (k[g] = k[g].toLowerCase())) : e = p(e, k);
        a && (k.query = a(k.query)), i && t.slashes && "/" !== k.pathname.charAt(0) && ("" !== k.pathname || "" !== t.pathname) && (k.pathname = function (e, t) {
          if ("" === e) return t;
          for (var r = (t || "/").split("/").slice(0, -1).concat(e.split("/")), n = r.length, a = r[n - 1], o = false, i = 0; n--;) "." === r[n] ? r.splice(n, 1) : ".." === r[n] ? (r.splice(n, 1), i++) : i && (0 === n && (o = true), r.splice(n, 1), i--);
          return o && r.unshift(""), ("." === a || ".." === a) && r.push(""), r.join("/");
        }(k.pathname, t.pathname)), "/" !== k.pathname.charAt(0) && h(k.protocol) && (k.pathname = "/" + k.pathname), r(k.port, k.protocol) || (k.host = k.hostname, k.port = ""), k.username = k.password = "", k.auth && (~(v = k.auth.indexOf(":")) ? (k.username = k.auth.slice(0, v), k.username = encodeURIComponent(decodeURIComponent(k.username)), k.password = k.auth.slice(v + 1), k.password = encodeURIComponent(decodeURIComponent(k.password))) : k.username = encodeURIComponent(decodeURIComponent(k.auth)), k.auth = k.password ? k.username + ":" + k.password : k.username), k.origin = "file:" !== k.protocol && h(k.protocol) && k.host ? k.protocol + "//" + k.host : "null", k.href = k.toString();
      }
      y.prototype = {
        set: function (e, t, a) {
          var o = this;
          switch (e) {
            case "query":
              "string" == typeof t && t.length && (t = (a || n.parse)(t)), o[e] = t;
              break;
            case "port":
              o[e] = t, r(t, o.protocol) ? t && (o.host = o.hostname + ":" + t) : (o.host = o.hostname, o[e] = "");
              break;
            case "hostname":
              o[e] = t, o.port && (t += ":" + o.port), o.host = t;
              break;
            case "host":
              o[e] = t, s.test(t) ? (t = t.split(":"), o.port = t.pop(), o.hostname = t.join(":")) : (o.hostname = t, o.port = "");
              break;
            case "protocol":
              o.protocol = t.toLowerCase(), o.slashes = !a;
              break;
            case "pathname":
            case "hash":
              if (t) {
                var i = "pathname" === e ? "/" : "#";
                o[e] = t.charAt(0) !== i ? i + t : t;
              } else o[e] = t;
              break;
            case "username":
            case "password":
              o[e] = encodeURIComponent(t);
              break;
            case "auth":
              var l = t.indexOf(":");
              ~l ? (o.username = t.slice(0, l), o.username = encodeURIComponent(decodeURIComponent(o.username)), o.password = t.slice(l + 1), o.password = encodeURIComponent(decodeURIComponent(o.password))) : o.username = encodeURIComponent(decodeURIComponent(t));
          }
          for (var u = 0; u < f.length; u++) {
            var c = f[u];
            c[4] && (o[c[1]] = o[c[1]].toLowerCase());
          }
          return o.auth = o.password ? o.username + ":" + o.password : o.username, o.origin = "file:" !== o.protocol && h(o.protocol) && o.host ? o.protocol + "//" + o.host : "null", o.href = o.toString(), o;
        },
        toString: function (e) {
          (!e || "function" != typeof e) && (e = n.stringify);
          var t,
            r = this,
            a = r.host,
            o = r.protocol;
          o && ":" !== o.charAt(o.length - 1) && (o += ":");
          var i = o + (r.protocol && r.slashes || h(r.protocol) ? "//" : "");
          return r.username ? (i += r.username, r.password && (i += ":" + r.password), i += "@") : r.password ? (i += ":" + r.password, i += "@") : "file:" !== r.protocol && h(r.protocol) && !a && "/" !== r.pathname && (i += "@"), (":" === a[a.length - 1] || s.test(r.hostname) && !r.port) && (a += ":"), i += a + r.pathname, (t = "object" == typeof r.query ? e(r.query) : r.query) && (i += "?" !== t.charAt(0) ? "?" + t : t), r.hash && (i += r.hash), i;
        }
      }, y.extractProtocol = b, y.location = d, y.trimLeft = c, y.qs = n, t.exports = y;
    }),
    En = Zt(() => {
      er();
    });
  function On() {
    "use strict";

    On = function () {
      return t;
    };
    var e,
      t = {},
      r = Object.prototype,
      n = r.hasOwnProperty,
      a = Object.defineProperty || function (e, t, r) {
        e[t] = r.value;
      },
      o = "function" == typeof Symbol ? Symbol : {},
      i = o.iterator || "@@iterator",
      s = o.asyncIterator || "@@asyncIterator",
      l = o.toStringTag || "@@toStringTag";
    function u(e, t, r) {
      return Object.defineProperty(e, t, {
        value: r,
        enumerable: true,
        configurable: true,
        writable: true
      }), e[t];
    }
    try {
      u({}, "");
    } catch (e) {
      u = function (e, t, r) {
        return e[t] = r;
      };
    }
    function c(e, t, r, n) {
      var o = t && t.prototype instanceof v ? t : v,
        i = Object.create(o.prototype),
        s = new T(n || []);
      return a(i, "_invoke", {
        value: x(e, r, s)
      }), i;
    }
    function f(e, t, r) {
      try {
        return {
          type: "normal",
          arg: e.call(t, r)
        };
      } catch (e) {
        return {
          type: "throw",
          arg: e
        };
      }
    }
    t.wrap = c;
    var p = "suspendedStart",
      d = "suspendedYield",
      h = "executing",
      b = "completed",
      y = {};
    function v() {}
    function g() {}
    function m() {}
    var w = {};
    u(w, i, function () {
      return this;
    });
    var k = Object.getPrototypeOf,
      A = k && k(k(P([])));
    A && A !== r && n.call(A, i) && (w = A);
    var _ = m.prototype = v.prototype = Object.create(w);
    function S(e) {
      ["next", "throw", "return"].forEach(function (t) {
        u(e, t, function (e) {
          return this._invoke(t, e);
        });
      });
    }
    function U(e, t) {
      function r(a, o, i, s) {
        var l = f(e[a], e, o);
        if ("throw" !== l.type) {
          var u = l.arg,
            c = u.value;
          return c && "object" == Pn(c) && n.call(c, "__await") ? t.resolve(c.__await).then(function (e) {
            r("next", e, i, s);
          }, function (e) {
            r("throw", e, i, s);
          }) : t.resolve(c).then(function (e) {
            u.value = e, i(u);
          }, function (e) {
            return r("throw", e, i, s);
          });
        }
        s(l.arg);
      }
      var o;
      a(this, "_invoke", {
        value: function (e, n) {
          function a() {
            return new t(function (t, a) {
              r(e, n, t, a);
            });
          }
          return o = o ? o.then(a, a) : a();
        }
      });
    }
    function x(t, r, n) {
      var a = p;
      return function (o, i) {
        if (a === h) throw Error("Generator is already running");
        if (a === b) {
          if ("throw" === o) throw i;
          return {
            value: e,
            done: true
          };
        }
        for (n.method = o, n.arg = i;;) {
          var s = n.delegate;
          if (s) {
            var l = E(s, n);
            if (l) {
              if (l === y) continue;
              return l;
            }
          }
          if ("next" === n.method) n.sent = n._sent = n.arg;else if ("throw" === n.method) {
            if (a === p) throw a = b, n.arg;
            n.dispatchException(n.arg);
          } else "return" === n.method && n.abrupt("return", n.arg);
          a = h;
          var u = f(t, r, n);
          if ("normal" === u.type) {
            if (a = n.done ? b : d, u.arg === y) continue;
            return {
              value: u.arg,
              done: n.done
            };
          }
          "throw" === u.type && (a = b, n.method = "throw", n.arg = u.arg);
        }
      };
    }
    function E(t, r) {
      var n = r.method,
        a = t.iterator[n];
      if (a === e) return r.delegate = null, "throw" === n && t.iterator.return && (r.method = "return", r.arg = e, E(t, r), "throw" === r.method) || "return" !== n && (r.method = "throw", r.arg = new TypeError("The iterator does not provide a '" + n + "' method")), y;
      var o = f(a, t.iterator, r.arg);
      if ("throw" === o.type) return r.method = "throw", r.arg = o.arg, r.delegate = null, y;
      var i = o.arg;
      return i ? i.done ? (r[t.resultName] = i.value, r.next = t.nextLoc, "return" !== r.method && (r.method = "next", r.arg = e), r.delegate = null, y) : i : (r.method = "throw", r.arg = new TypeError("iterator result is not an object"), r.delegate = null, y);
    }
    function O(e) {
      var t = {
        tryLoc: e[0]
      };
      1 in e && (t.catchLoc = e[1]), 2 in e && (t.finallyLoc = e[2], t.afterLoc = e[3]), this.tryEntries.push(t);
    }
    function j(e) {
      var t = e.completion || {};
      t.type = "normal", delete t.arg, e.completion = t;
    }
    function T(e) {
      this.tryEntries = [{
        tryLoc: "root"
      }], e.forEach(O, this), this.reset(true);
    }
    function P(t) {
      if (t || "" === t) {
        var r = t[i];
        if (r) return r.call(t);
        if ("function" == typeof t.next) return t;
        if (!isNaN(t.length)) {
          var a = -1,
            o = function r() {
              for (; ++a < t.length;) if (n.call(t, a)) return r.value = t[a], r.done = false, r;
              return r.value = e, r.done = true, r;
            };
          return o.next = o;
        }
      }
      throw new TypeError(Pn(t) + " is not iterable");
    }
    return g.prototype = m, a(_, "constructor", {
      value: m,
      configurable: true
    }), a(m, "constructor", {
      value: g,
      configurable: true
    }), g.displayName = u(m, l, "GeneratorFunction"), t.isGeneratorFunction = function (e) {
      var t = "function" == typeof e && e.constructor;
      return !!t && (t === g || "GeneratorFunction" === (t.displayName || t.name));
    }, t.mark = function (e) {
      return Object.setPrototypeOf ? Object.setPrototypeOf(e, m) : (e.__proto__ = m, u(e, l, "GeneratorFunction")), e.prototype = Object.create(_), e;
    }, t.awrap = function (e) {
      return {
        __await: e
      };
    }, S(U.prototype), u(U.prototype, s, function () {
      return this;
    }), t.AsyncIterator = U, t.async = function (e, r, n, a, o) {
      undefined === o && (o = Promise);
      var i = new U(c(e, r, n, a), o);
      return t.isGeneratorFunction(r) ? i : i.next().then(function (e) {
        return e.done ? e.value : i.next();
      });
    }, S(_), u(_, l, "Generator"), u(_, i, function () {
      return this;
    }), u(_, "toString", function () {
      return "[object Generator]";
    }), t.keys = function (e) {
      var t = Object(e),
        r = [];
      for (var n in t) r.push(n);
      return r.reverse(), function e() {
        for (; r.length;) {
          var n = r.pop();
          if (n in t) return e.value = n, e.done = false, e;
        }
        return e.done = true, e;
      };
    }, t.values = P, T.prototype = {
      constructor: T,
      reset: function (t) {
        if (this.prev = 0, this.next = 0, this.sent = this._sent = e, this.done = false, this.delegate = null, this.method = "next", this.arg = e, this.tryEntries.forEach(j), !t) for (var r in this) "t" === r.charAt(0) && n.call(this, r) && !isNaN(+r.slice(1)) && (this[r] = e);
      },
      stop: function () {
        this.done = true;
        var e = this.tryEntries[0].completion;
        if ("throw" === e.type) throw e.arg;
        return this.rval;
      },
      dispatchException: function (t) {
        if (this.done) throw t;
        var r = this;
        function a(n, a) {
          return s.type = "throw", s.arg = t, r.next = n, a && (r.method = "next", r.arg = e), !!a;
        }
        for (var o = this.tryEntries.length - 1; o >= 0; --o) {
          var i = this.tryEntries[o],
            s = i.completion;
          if ("root" === i.tryLoc) return a("end");
          if (i.tryLoc <= this.prev) {
            var l = n.call(i, "catchLoc"),
              u = n.call(i, "finallyLoc");
            if (l && u) {
              if (this.prev < i.catchLoc) return a(i.catchLoc, true);
              if (this.prev < i.finallyLoc) return a(i.finallyLoc);
            } else if (l) {
              if (this.prev < i.catchLoc) return a(i.catchLoc, true);
            } else {
              if (!u) throw Error("try statement without catch or finally");
              if (this.prev < i.finallyLoc) return a(i.finallyLoc);
            }
          }
        }
      },
      abrupt: function (e, t) {
        for (var r = this.tryEntries.length - 1; r >= 0; --r) {
          var a = this.tryEntries[r];
          if (a.tryLoc <= this.prev && n.call(a, "finallyLoc") && this.prev < a.finallyLoc) {
            var o = a;
            break;
          }
        }
        o && ("break" === e || "continue" === e) && o.tryLoc <= t && t <= o.finallyLoc && (o = null);
        var i = o ? o.completion : {};
        return i.type = e, i.arg = t, o ? (this.method = "next", this.next = o.finallyLoc, y) : this.complete(i);
      },
      complete: function (e, t) {
        if ("throw" === e.type) throw e.arg;
        return "break" === e.type || "continue" === e.type ? this.next = e.arg : "return" === e.type ? (this.rval = this.arg = e.arg, this.method = "return", this.next = "end") : "normal" === e.type && t && (this.next = t), y;
      },
      finish: function (e) {
        for (var t = this.tryEntries.length - 1; t >= 0; --t) {
          var r = this.tryEntries[t];
          if (r.finallyLoc === e) return this.complete(r.completion, r.afterLoc), j(r), y;
        }
      },
      catch: function (e) {
        for (var t = this.tryEntries.length - 1; t >= 0; --t) {
          var r = this.tryEntries[t];
          if (r.tryLoc === e) {
            var n = r.completion;
            if ("throw" === n.type) {
              var a = n.arg;
              j(r);
            }
            return a;
          }
        }
        throw Error("illegal catch attempt");
      },
      delegateYield: function (t, r, n) {
        return this.delegate = {
          iterator: P(t),
          resultName: r,
          nextLoc: n
        }, "next" === this.method && (this.arg = e), y;
      }
    }, t;
  }
  function jn(e, t, r, n, a, o, i) {
    try {
      var s = e[o](i),
        l = s.value;
    } catch (e) {
      return void r(e);
    }
    s.done ? t(l) : Promise.resolve(l).then(n, a);
  }
  function Tn(e, t) {
    return function (e) {
      if (Array.isArray(e)) return e;
    }(e) || function (e, t) {
      var r = null == e ? null : "undefined" != typeof Symbol && e[Symbol.iterator] || e["@@iterator"];
      if (null != r) {
        var n,
          a,
          o,
          i,
          s = [],
          l = true,
          u = false;
        try {
          if (o = (r = r.call(e)).next, 0 === t) {
            if (Object(r) !== r) return;
            l = false;
          } else for (; !(l = (n = o.call(r)).done) && (s.push(n.value), s.length !== t); l = true);
        } catch (e) {
          u = true, a = e;
        } finally {
          try {
            if (!l && null != r.return && (i = r.return(), Object(i) !== i)) return;
          } finally {
            if (u) throw a;
          }
        }
        return s;
      }
    }(e, t) || Rn(e, t) || function () {
      throw new TypeError("Invalid attempt to destructure non-iterable instance.\nIn order to be iterable, non-array objects must have a [Symbol.iterator]() method.");
    }();
  }
  function Pn(e) {
    "@babel/helpers - typeof";

    return (Pn = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function Rn(e, t) {
    if (e) {
      if ("string" == typeof e) return In(e, t);
      var r = Object.prototype.toString.call(e).slice(8, -1);
      if ("Object" === r && e.constructor && (r = e.constructor.name), "Map" === r || "Set" === r) return Array.from(e);
      if ("Arguments" === r || /^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(r)) return In(e, t);
    }
  }
  function In(e, t) {
    (null == t || t > e.length) && (t = e.length);
    for (var r = 0, n = new Array(t); r < t; r++) n[r] = e[r];
    return n;
  }
  function Nn(e, t) {
    var r = Object.keys(e);
    if (Object.getOwnPropertySymbols) {
      var n = Object.getOwnPropertySymbols(e);
      t && (n = n.filter(function (t) {
        return Object.getOwnPropertyDescriptor(e, t).enumerable;
      })), r.push.apply(r, n);
    }
    return r;
  }
  function Ln(e) {
    for (var t = 1; t < arguments.length; t++) {
      var r = null != arguments[t] ? arguments[t] : {};
      t % 2 ? Nn(Object(r), true).forEach(function (t) {
        Cn(e, t, r[t]);
      }) : Object.getOwnPropertyDescriptors ? Object.defineProperties(e, Object.getOwnPropertyDescriptors(r)) : Nn(Object(r)).forEach(function (t) {
        Object.defineProperty(e, t, Object.getOwnPropertyDescriptor(r, t));
      });
    }
    return e;
  }
  function Cn(e, t, r) {
    return (t = zn(t)) in e ? Object.defineProperty(e, t, {
      value: r,
      enumerable: true,
      configurable: true,
      writable: true
    }) : e[t] = r, e;
  }
  function Bn(e, t) {
    for (var r = 0; r < t.length; r++) {
      var n = t[r];
      n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, zn(n.key), n);
    }
  }
  function zn(e) {
    var t = function (e) {
      if ("object" != Pn(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != Pn(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == Pn(t) ? t : t + "";
  }
  function Mn(e) {
    return Object.entries(e).map(function (e) {
      var t = Tn(e, 2),
        r = t[0],
        n = t[1];
      return "".concat(r, " ").concat(kn.encode(String(n)));
    }).join(",");
  }
  function Dn(e, t) {
    return e >= t && e < t + 100;
  }
  function Fn(e, t, r) {
    var n = r.httpStack.createRequest(e, t);
    r.protocol === qn ? n.setHeader("Upload-Draft-Interop-Version", "5") : r.protocol === Xn ? n.setHeader("Upload-Draft-Interop-Version", "6") : n.setHeader("Tus-Resumable", "1.0.0");
    for (var a = r.headers || {}, o = 0, i = Object.entries(a); o < i.length; o++) {
      var s = Tn(i[o], 2),
        l = s[0],
        u = s[1];
      n.setHeader(l, u);
    }
    if (r.addRequestId) {
      var c = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, function (e) {
        var t = 16 * Math.random() | 0;
        return ("x" === e ? t : 3 & t | 8).toString(16);
      });
      n.setHeader("X-Request-ID", c);
    }
    return n;
  }
  function Zn(e, t, r) {
    return Gn.apply(this, arguments);
  }
  function Gn() {
    return e = On().mark(function e(t, r, n) {
      var a;
      return On().wrap(function (e) {
        for (;;) switch (e.prev = e.next) {
          case 0:
            if ("function" != typeof n.onBeforeRequest) {
              e.next = 3;
              break;
            }
            return e.next = 3, n.onBeforeRequest(t);
          case 3:
            return e.next = 5, t.send(r);
          case 5:
            if (a = e.sent, "function" != typeof n.onAfterResponse) {
              e.next = 9;
              break;
            }
            return e.next = 9, n.onAfterResponse(t, a);
          case 9:
            return e.abrupt("return", a);
          case 10:
          case "end":
            return e.stop();
        }
      }, e);
    }), Gn = function () {
      var t = this,
        r = arguments;
      return new Promise(function (n, a) {
        var o = e.apply(t, r);
        function i(e) {
          jn(o, n, a, i, s, "next", e);
        }
        function s(e) {
          jn(o, n, a, i, s, "throw", e);
        }
        i(undefined);
      });
    }, Gn.apply(this, arguments);
    var e;
  }
  function Hn(e, t, r) {
    return !(null == r.retryDelays || t >= r.retryDelays.length || null == e.originalRequest) && (r && "function" == typeof r.onShouldRetry ? r.onShouldRetry(e, t, r) : Wn(e));
  }
  function Wn(e) {
    var t = e.originalResponse ? e.originalResponse.getStatus() : 0;
    return (!Dn(t, 400) || 409 === t || 423 === t) && function () {
      var e = true;
      return "undefined" != typeof navigator && false === navigator.onLine && (e = false), e;
    }();
  }
  function Yn(e, t) {
    return new Qn.default(t, e).toString();
  }
  var Qn,
    Vn,
    qn,
    Xn,
    Jn,
    $n,
    Kn,
    ea,
    ta = Zt(() => {
      var e, t;
      er(), _n(), t = null != (e = xn()) ? Et(Nt(e)) : {}, Qn = Wt(e && e.__esModule ? t : Ot(t, "default", {
        value: e,
        enumerable: true
      }), e), Nr(), Br(), En(), Vn = "tus-v1", qn = "ietf-draft-03", Xn = "ietf-draft-05", Jn = {
        endpoint: null,
        uploadUrl: null,
        metadata: {},
        metadataForPartialUploads: {},
        fingerprint: null,
        uploadSize: null,
        onProgress: null,
        onChunkComplete: null,
        onSuccess: null,
        onError: null,
        onUploadUrlAvailable: null,
        overridePatchMethod: false,
        headers: {},
        addRequestId: false,
        onBeforeRequest: null,
        onAfterResponse: null,
        onShouldRetry: Wn,
        chunkSize: Number.POSITIVE_INFINITY,
        retryDelays: [0, 1e3, 3e3, 5e3],
        parallelUploads: 1,
        parallelUploadBoundaries: null,
        storeFingerprintForResuming: true,
        removeFingerprintOnSuccess: false,
        uploadLengthDeferred: false,
        uploadDataDuringCreation: false,
        urlStorage: null,
        fileReader: null,
        httpStack: null,
        protocol: Vn
      }, $n = function () {
        function e(t, r) {
          (function (e, t) {
            if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
          })(this, e), "resume" in r && console.log("tus: The `resume` option has been removed in tus-js-client v2. Please use the URL storage API instead."), this.options = r, this.options.chunkSize = Number(this.options.chunkSize), this._urlStorage = this.options.urlStorage, this.file = t, this.url = null, this._req = null, this._fingerprint = null, this._urlStorageKey = null, this._offset = null, this._aborted = false, this._size = null, this._source = null, this._retryAttempt = 0, this._retryTimeout = null, this._offsetBeforeRetry = 0, this._parallelUploads = null, this._parallelUploadUrls = null;
        }
        return function (e, t, r) {
          return t && Bn(e.prototype, t), r && Bn(e, r), Object.defineProperty(e, "prototype", {
            writable: false
          }), e;
        }(e, [{
          key: "findPreviousUploads",
          value: function () {
            var e = this;
            return this.options.fingerprint(this.file, this.options).then(function (t) {
              return e._urlStorage.findUploadsByFingerprint(t);
            });
          }
        }, {
          key: "resumeFromPreviousUpload",
          value: function (e) {
            this.url = e.uploadUrl || null, this._parallelUploadUrls = e.parallelUploadUrls || null, this._urlStorageKey = e.urlStorageKey;
          }
        }, {
          key: "start",
          value: function () {
            var e = this,
              t = this.file;
            if (t) {
              if ([Vn, qn, Xn].includes(this.options.protocol)) {
                if (this.options.endpoint || this.options.uploadUrl || this.url) {
                  var r = this.options.retryDelays;
                  if (null == r || "[object Array]" === Object.prototype.toString.call(r)) {
                    if (this.options.parallelUploads > 1) for (var n = 0, a = ["uploadUrl", "uploadSize", "uploadLengthDeferred"]; n < a.length; n++) {
                      var o = a[n];
                      if (this.options[o]) return void this._emitError(new Error("tus: cannot use the ".concat(o, " option when parallelUploads is enabled")));
                    }
                    if (this.options.parallelUploadBoundaries) {
                      if (this.options.parallelUploads <= 1) return void this._emitError(new Error("tus: cannot use the `parallelUploadBoundaries` option when `parallelUploads` is disabled"));
                      if (this.options.parallelUploads !== this.options.parallelUploadBoundaries.length) return void this._emitError(new Error("tus: the `parallelUploadBoundaries` must have the same length as the value of `parallelUploads`"));
                    }
                    this.options.fingerprint(t, this.options).then(function (r) {
                      return Lr(null == r ? "No fingerprint was calculated meaning that the upload cannot be stored in the URL storage." : "Calculated fingerprint: ".concat(r)), e._fingerprint = r, e._source ? e._source : e.options.fileReader.openFile(t, e.options.chunkSize);
                    }).then(function (t) {
                      if (e._source = t, e.options.uploadLengthDeferred) e._size = null;else if (null != e.options.uploadSize) {
                        if (e._size = Number(e.options.uploadSize), Number.isNaN(e._size)) return void e._emitError(new Error("tus: cannot convert `uploadSize` option into a number"));
                      } else if (e._size = e._source.size, null == e._size) return void e._emitError(new Error("tus: cannot automatically derive upload's size from input. Specify it manually using the `uploadSize` option or use the `uploadLengthDeferred` option"));
                      e.options.parallelUploads > 1 || null != e._parallelUploadUrls ? e._startParallelUpload() : e._startSingleUpload();
                    }).catch(function (t) {
                      e._emitError(t);
                    });
                  } else this._emitError(new Error("tus: the `retryDelays` option must either be an array or null"));
                } else this._emitError(new Error("tus: neither an endpoint or an upload URL is provided"));
              } else this._emitError(new Error("tus: unsupported protocol ".concat(this.options.protocol)));
            } else this._emitError(new Error("tus: no file or stream to upload provided"));
          }
        }, {
          key: "_startParallelUpload",
          value: function () {
            var t,
              r = this,
              n = this._size,
              a = 0;
            this._parallelUploads = [];
            var o = null != this._parallelUploadUrls ? this._parallelUploadUrls.length : this.options.parallelUploads,
              i = null !== (t = this.options.parallelUploadBoundaries) && undefined !== t ? t : function (e, t) {
                for (var r = Math.floor(e / t), n = [], a = 0; a < t; a++) n.push({
                  start: r * a,
                  end: r * (a + 1)
                });
                return n[t - 1].end = e, n;
              }(this._source.size, o);
            this._parallelUploadUrls && i.forEach(function (e, t) {
              e.uploadUrl = r._parallelUploadUrls[t] || null;
            }), this._parallelUploadUrls = new Array(i.length);
            var s,
              l = i.map(function (t, o) {
                var s = 0;
                return r._source.slice(t.start, t.end).then(function (l) {
                  var u = l.value;
                  return new Promise(function (l, c) {
                    var f = Ln(Ln({}, r.options), {}, {
                        uploadUrl: t.uploadUrl || null,
                        storeFingerprintForResuming: false,
                        removeFingerprintOnSuccess: false,
                        parallelUploads: 1,
                        parallelUploadBoundaries: null,
                        metadata: r.options.metadataForPartialUploads,
                        headers: Ln(Ln({}, r.options.headers), {}, {
                          "Upload-Concat": "partial"
                        }),
                        onSuccess: l,
                        onError: c,
                        onProgress: function (e) {
                          a = a - s + e, s = e, r._emitProgress(a, n);
                        },
                        onUploadUrlAvailable: function () {
                          r._parallelUploadUrls[o] = p.url, r._parallelUploadUrls.filter(function (e) {
                            return !!e;
                          }).length === i.length && r._saveUploadInUrlStorage();
                        }
                      }),
                      p = new e(u, f);
                    p.start(), r._parallelUploads.push(p);
                  });
                });
              });
            Promise.all(l).then(function () {
              (s = r._openRequest("POST", r.options.endpoint)).setHeader("Upload-Concat", "final;".concat(r._parallelUploadUrls.join(" ")));
              var e = Mn(r.options.metadata);
              return "" !== e && s.setHeader("Upload-Metadata", e), r._sendRequest(s, null);
            }).then(function (e) {
              if (Dn(e.getStatus(), 200)) {
                var t = e.getHeader("Location");
                null != t ? (r.url = Yn(r.options.endpoint, t), Lr("Created upload at ".concat(r.url)), r._emitSuccess(e)) : r._emitHttpError(s, e, "tus: invalid or missing Location header");
              } else r._emitHttpError(s, e, "tus: unexpected response while creating upload");
            }).catch(function (e) {
              r._emitError(e);
            });
          }
        }, {
          key: "_startSingleUpload",
          value: function () {
            return this._aborted = false, null != this.url ? (Lr("Resuming upload from previous URL: ".concat(this.url)), void this._resumeUpload()) : null != this.options.uploadUrl ? (Lr("Resuming upload from provided URL: ".concat(this.options.uploadUrl)), this.url = this.options.uploadUrl, void this._resumeUpload()) : (Lr("Creating a new upload"), void this._createUpload());
          }
        }, {
          key: "abort",
          value: function (t) {
            var r = this;
            if (null != this._parallelUploads) {
              var n,
                a = function (e) {
                  var t = "undefined" != typeof Symbol && e[Symbol.iterator] || e["@@iterator"];
                  if (!t) {
                    if (Array.isArray(e) || (t = Rn(e))) {
                      t && (e = t);
                      var r = 0,
                        n = function () {};
                      return {
                        s: n,
                        n: function () {
                          return r >= e.length ? {
                            done: true
                          } : {
                            done: false,
                            value: e[r++]
                          };
                        },
                        e: function (e) {
                          throw e;
                        },
                        f: n
                      };
                    }
                    throw new TypeError("Invalid attempt to iterate non-iterable instance.\nIn order to be iterable, non-array objects must have a [Symbol.iterator]() method.");
                  }
                  var a,
                    o = true,
                    i = false;
                  return {
                    s: function () {
                      t = t.call(e);
                    },
                    n: function () {
                      var e = t.next();
                      return o = e.done, e;
                    },
                    e: function (e) {
                      i = true, a = e;
                    },
                    f: function () {
                      try {
                        !o && null != t.return && t.return();
                      } finally {
                        if (i) throw a;
                      }
                    }
                  };
                }(this._parallelUploads);
              try {
                for (a.s(); !(n = a.n()).done;) n.value.abort(t);
              } catch (e) {
                a.e(e);
              } finally {
                a.f();
              }
            }
            return null !== this._req && this._req.abort(), this._aborted = true, null != this._retryTimeout && (clearTimeout(this._retryTimeout), this._retryTimeout = null), t && null != this.url ? e.terminate(this.url, this.options).then(function () {
              return r._removeFromUrlStorage();
            }) : Promise.resolve();
          }
        }, {
          key: "_emitHttpError",
          value: function (e, t, r, n) {
            this._emitError(new Ir(r, n, e, t));
          }
        }, {
          key: "_emitError",
          value: function (e) {
            var t = this;
            if (!this._aborted) {
              if (null != this.options.retryDelays && (null != this._offset && this._offset > this._offsetBeforeRetry && (this._retryAttempt = 0), Hn(e, this._retryAttempt, this.options))) {
                var r = this.options.retryDelays[this._retryAttempt++];
                return this._offsetBeforeRetry = this._offset, void (this._retryTimeout = setTimeout(function () {
                  t.start();
                }, r));
              }
              if ("function" != typeof this.options.onError) throw e;
              this.options.onError(e);
            }
          }
        }, {
          key: "_emitSuccess",
          value: function (e) {
            this.options.removeFingerprintOnSuccess && this._removeFromUrlStorage(), "function" == typeof this.options.onSuccess && this.options.onSuccess({
              lastResponse: e
            });
          }
        }, {
          key: "_emitProgress",
          value: function (e, t) {
            "function" == typeof this.options.onProgress && this.options.onProgress(e, t);
          }
        }, {
          key: "_emitChunkComplete",
          value: function (e, t, r) {
            "function" == typeof this.options.onChunkComplete && this.options.onChunkComplete(e, t, r);
          }
        }, {
          key: "_createUpload",
          value: function () {
            var e = this;
            if (this.options.endpoint) {
              var t = this._openRequest("POST", this.options.endpoint);
              this.options.uploadLengthDeferred ? t.setHeader("Upload-Defer-Length", "1") : t.setHeader("Upload-Length", "".concat(this._size));
              var r,
                n = Mn(this.options.metadata);
              "" !== n && t.setHeader("Upload-Metadata", n), this.options.uploadDataDuringCreation && !this.options.uploadLengthDeferred ? (this._offset = 0, r = this._addChunkToRequest(t)) : ((this.options.protocol === qn || this.options.protocol === Xn) && t.setHeader("Upload-Complete", "?0"), r = this._sendRequest(t, null)), r.then(function (r) {
                if (Dn(r.getStatus(), 200)) {
                  var n = r.getHeader("Location");
                  if (null != n) return e.url = Yn(e.options.endpoint, n), Lr("Created upload at ".concat(e.url)), "function" == typeof e.options.onUploadUrlAvailable && e.options.onUploadUrlAvailable(), 0 === e._size ? (e._emitSuccess(r), void e._source.close()) : void e._saveUploadInUrlStorage().then(function () {
                    e.options.uploadDataDuringCreation ? e._handleUploadResponse(t, r) : (e._offset = 0, e._performUpload());
                  });
                  e._emitHttpError(t, r, "tus: invalid or missing Location header");
                } else e._emitHttpError(t, r, "tus: unexpected response while creating upload");
              }).catch(function (r) {
                e._emitHttpError(t, null, "tus: failed to create upload", r);
              });
            } else this._emitError(new Error("tus: unable to create upload because no endpoint is provided"));
          }
        }, {
          key: "_resumeUpload",
          value: function () {
            var e = this,
              t = this._openRequest("HEAD", this.url);
            this._sendRequest(t, null).then(function (r) {
              var n = r.getStatus();
              if (!Dn(n, 200)) return 423 === n ? void e._emitHttpError(t, r, "tus: upload is currently locked; retry later") : (Dn(n, 400) && e._removeFromUrlStorage(), e.options.endpoint ? (e.url = null, void e._createUpload()) : void e._emitHttpError(t, r, "tus: unable to resume upload (new upload cannot be created without an endpoint)"));
              var a = Number.parseInt(r.getHeader("Upload-Offset"), 10);
              if (Number.isNaN(a)) e._emitHttpError(t, r, "tus: invalid or missing offset value");else {
                var o = Number.parseInt(r.getHeader("Upload-Length"), 10);
                !Number.isNaN(o) || e.options.uploadLengthDeferred || e.options.protocol !== Vn ? ("function" == typeof e.options.onUploadUrlAvailable && e.options.onUploadUrlAvailable(), e._saveUploadInUrlStorage().then(function () {
                  if (a === o) return e._emitProgress(o, o), void e._emitSuccess(r);
                  e._offset = a, e._performUpload();
                })) : e._emitHttpError(t, r, "tus: invalid or missing length value");
              }
            }).catch(function (r) {
              e._emitHttpError(t, null, "tus: failed to resume upload", r);
            });
          }
        }, {
          key: "_performUpload",
          value: function () {
            var e,
              t = this;
            this._aborted || (this.options.overridePatchMethod ? (e = this._openRequest("POST", this.url)).setHeader("X-HTTP-Method-Override", "PATCH") : e = this._openRequest("PATCH", this.url), e.setHeader("Upload-Offset", "".concat(this._offset)), this._addChunkToRequest(e).then(function (r) {
              Dn(r.getStatus(), 200) ? t._handleUploadResponse(e, r) : t._emitHttpError(e, r, "tus: unexpected response while uploading chunk");
            }).catch(function (r) {
              t._aborted || t._emitHttpError(e, null, "tus: failed to upload chunk at offset ".concat(t._offset), r);
            }));
          }
        }, {
          key: "_addChunkToRequest",
          value: function (e) {
            var t = this,
              r = this._offset,
              n = this._offset + this.options.chunkSize;
            return e.setProgressHandler(function (e) {
              t._emitProgress(r + e, t._size);
            }), this.options.protocol === Vn ? e.setHeader("Content-Type", "application/offset+octet-stream") : this.options.protocol === Xn && e.setHeader("Content-Type", "application/partial-upload"), (n === Number.POSITIVE_INFINITY || n > this._size) && !this.options.uploadLengthDeferred && (n = this._size), this._source.slice(r, n).then(function (r) {
              var n = r.value,
                a = r.done,
                o = null != n && n.size ? n.size : 0;
              t.options.uploadLengthDeferred && a && (t._size = t._offset + o, e.setHeader("Upload-Length", "".concat(t._size)));
              var i = t._offset + o;
              return !t.options.uploadLengthDeferred && a && i !== t._size ? Promise.reject(new Error("upload was configured with a size of ".concat(t._size, " bytes, but the source is done after ").concat(i, " bytes"))) : null === n ? t._sendRequest(e) : ((t.options.protocol === qn || t.options.protocol === Xn) && e.setHeader("Upload-Complete", a ? "?1" : "?0"), t._emitProgress(t._offset, t._size), t._sendRequest(e, n));
            });
          }
        }, {
          key: "_handleUploadResponse",
          value: function (e, t) {
            var r = Number.parseInt(t.getHeader("Upload-Offset"), 10);
            if (!Number.isNaN(r)) return this._emitProgress(r, this._size), this._emitChunkComplete(r - this._offset, r, this._size), this._offset = r, r === this._size ? (this._emitSuccess(t), void this._source.close()) : void this._performUpload();
            this._emitHttpError(e, t, "tus: invalid or missing offset value");
          }
        }, {
          key: "_openRequest",
          value: function (e, t) {
            var r = Fn(e, t, this.options);
            return this._req = r, r;
          }
        }, {
          key: "_removeFromUrlStorage",
          value: function () {
            var e = this;
            this._urlStorageKey && (this._urlStorage.removeUpload(this._urlStorageKey).catch(function (t) {
              e._emitError(t);
            }), this._urlStorageKey = null);
          }
        }, {
          key: "_saveUploadInUrlStorage",
          value: function () {
            var e = this;
            if (!this.options.storeFingerprintForResuming || !this._fingerprint || null !== this._urlStorageKey) return Promise.resolve();
            var t = {
              size: this._size,
              metadata: this.options.metadata,
              creationTime: new Date().toString()
            };
            return this._parallelUploads ? t.parallelUploadUrls = this._parallelUploadUrls : t.uploadUrl = this.url, this._urlStorage.addUpload(this._fingerprint, t).then(function (t) {
              e._urlStorageKey = t;
            });
          }
        }, {
          key: "_sendRequest",
          value: function (e) {
            return Zn(e, arguments.length > 1 && undefined !== arguments[1] ? arguments[1] : null, this.options);
          }
        }], [{
          key: "terminate",
          value: function (t) {
            var r = arguments.length > 1 && undefined !== arguments[1] ? arguments[1] : {},
              n = Fn("DELETE", t, r);
            return Zn(n, null, r).then(function (e) {
              if (204 !== e.getStatus()) throw new Ir("tus: unexpected response while terminating upload", null, n, e);
            }).catch(function (a) {
              if (a instanceof Ir || (a = new Ir("tus: failed to terminate upload", a, n, null)), !Hn(a, 0, r)) throw a;
              var o = r.retryDelays[0],
                i = r.retryDelays.slice(1),
                s = Ln(Ln({}, r), {}, {
                  retryDelays: i
                });
              return new Promise(function (e) {
                return setTimeout(e, o);
              }).then(function () {
                return e.terminate(t, s);
              });
            });
          }
        }]);
      }(), $n.defaultOptions = Jn, Kn = $n;
    }),
    ra = Zt(() => {
      er(), ea = function () {
        return "undefined" != typeof navigator && "string" == typeof navigator.product && "reactnative" === navigator.product.toLowerCase();
      };
    });
  function na(e) {
    return new Promise(function (t, r) {
      var n = new XMLHttpRequest();
      n.responseType = "blob", n.onload = function () {
        var e = n.response;
        t(e);
      }, n.onerror = function (e) {
        r(e);
      }, n.open("GET", e), n.send();
    });
  }
  var aa,
    oa = Zt(() => {
      er();
    }),
    ia = Zt(() => {
      er(), aa = function () {
        return "undefined" != typeof window && (undefined !== window.PhoneGap || undefined !== window.Cordova || undefined !== window.cordova);
      };
    }),
    sa = Zt(() => {
      er();
    });
  function la(e) {
    "@babel/helpers - typeof";

    return (la = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function ua(e) {
    var t = function (e) {
      if ("object" != la(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != la(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == la(t) ? t : t + "";
  }
  var ca,
    fa = Zt(() => {
      var e, t;
      er(), ia(), sa(), e = function e(t) {
        (function (e, t) {
          if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
        })(this, e), this._file = t, this.size = t.size;
      }, t = [{
        key: "slice",
        value: function (e, t) {
          if (aa()) return function (e) {
            return new Promise(function (t, r) {
              var n = new FileReader();
              n.onload = function () {
                var e = new Uint8Array(n.result);
                t({
                  value: e
                });
              }, n.onerror = function (e) {
                r(e);
              }, n.readAsArrayBuffer(e);
            });
          }(this._file.slice(e, t));
          var r = this._file.slice(e, t),
            n = t >= this.size;
          return Promise.resolve({
            value: r,
            done: n
          });
        }
      }, {
        key: "close",
        value: function () {}
      }], t && function (e, t) {
        for (var r = 0; r < t.length; r++) {
          var n = t[r];
          n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, ua(n.key), n);
        }
      }(e.prototype, t), Object.defineProperty(e, "prototype", {
        writable: false
      }), ca = e;
    });
  function pa(e) {
    "@babel/helpers - typeof";

    return (pa = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function da(e) {
    var t = function (e) {
      if ("object" != pa(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != pa(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == pa(t) ? t : t + "";
  }
  function ha(e) {
    return undefined === e ? 0 : undefined !== e.size ? e.size : e.length;
  }
  var ba,
    ya = Zt(() => {
      var e, t;
      er(), e = function e(t) {
        (function (e, t) {
          if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
        })(this, e), this._buffer = undefined, this._bufferOffset = 0, this._reader = t, this._done = false;
      }, t = [{
        key: "slice",
        value: function (e, t) {
          return e < this._bufferOffset ? Promise.reject(new Error("Requested data is before the reader's current offset")) : this._readUntilEnoughDataOrDone(e, t);
        }
      }, {
        key: "_readUntilEnoughDataOrDone",
        value: function (e, t) {
          var r = this,
            n = t <= this._bufferOffset + ha(this._buffer);
          if (this._done || n) {
            var a = this._getDataFromBuffer(e, t),
              o = null == a && this._done;
            return Promise.resolve({
              value: a,
              done: o
            });
          }
          return this._reader.read().then(function (n) {
            var a = n.value;
            return n.done ? r._done = true : undefined === r._buffer ? r._buffer = a : r._buffer = function (e, t) {
              if (e.concat) return e.concat(t);
              if (e instanceof Blob) return new Blob([e, t], {
                type: e.type
              });
              if (e.set) {
                var r = new e.constructor(e.length + t.length);
                return r.set(e), r.set(t, e.length), r;
              }
              throw new Error("Unknown data type");
            }(r._buffer, a), r._readUntilEnoughDataOrDone(e, t);
          });
        }
      }, {
        key: "_getDataFromBuffer",
        value: function (e, t) {
          e > this._bufferOffset && (this._buffer = this._buffer.slice(e - this._bufferOffset), this._bufferOffset = e);
          var r = 0 === ha(this._buffer);
          return this._done && r ? null : this._buffer.slice(0, t - e);
        }
      }, {
        key: "close",
        value: function () {
          this._reader.cancel && this._reader.cancel();
        }
      }], t && function (e, t) {
        for (var r = 0; r < t.length; r++) {
          var n = t[r];
          n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, da(n.key), n);
        }
      }(e.prototype, t), Object.defineProperty(e, "prototype", {
        writable: false
      }), ba = e;
    });
  function va(e) {
    "@babel/helpers - typeof";

    return (va = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function ga() {
    "use strict";

    ga = function () {
      return t;
    };
    var e,
      t = {},
      r = Object.prototype,
      n = r.hasOwnProperty,
      a = Object.defineProperty || function (e, t, r) {
        e[t] = r.value;
      },
      o = "function" == typeof Symbol ? Symbol : {},
      i = o.iterator || "@@iterator",
      s = o.asyncIterator || "@@asyncIterator",
      l = o.toStringTag || "@@toStringTag";
    function u(e, t, r) {
      return Object.defineProperty(e, t, {
        value: r,
        enumerable: true,
        configurable: true,
        writable: true
      }), e[t];
    }
    try {
      u({}, "");
    } catch (e) {
      u = function (e, t, r) {
        return e[t] = r;
      };
    }
    function c(e, t, r, n) {
      var o = t && t.prototype instanceof v ? t : v,
        i = Object.create(o.prototype),
        s = new T(n || []);
      return a(i, "_invoke", {
        value: x(e, r, s)
      }), i;
    }
    function f(e, t, r) {
      try {
        return {
          type: "normal",
          arg: e.call(t, r)
        };
      } catch (e) {
        return {
          type: "throw",
          arg: e
        };
      }
    }
    t.wrap = c;
    var p = "suspendedStart",
      d = "suspendedYield",
      h = "executing",
      b = "completed",
      y = {};
    function v() {}
    function g() {}
    function m() {}
    var w = {};
    u(w, i, function () {
      return this;
    });
    var k = Object.getPrototypeOf,
      A = k && k(k(P([])));
    A && A !== r && n.call(A, i) && (w = A);
    var _ = m.prototype = v.prototype = Object.create(w);
    function S(e) {
      ["next", "throw", "return"].forEach(function (t) {
        u(e, t, function (e) {
          return this._invoke(t, e);
        });
      });
    }
    function U(e, t) {
      function r(a, o, i, s) {
        var l = f(e[a], e, o);
        if ("throw" !== l.type) {
          var u = l.arg,
            c = u.value;
          return c && "object" == va(c) && n.call(c, "__await") ? t.resolve(c.__await).then(function (e) {
            r("next", e, i, s);
          }, function (e) {
            r("throw", e, i, s);
          }) : t.resolve(c).then(function (e) {
            u.value = e, i(u);
          }, function (e) {
            return r("throw", e, i, s);
          });
        }
        s(l.arg);
      }
      var o;
      a(this, "_invoke", {
        value: function (e, n) {
          function a() {
            return new t(function (t, a) {
              r(e, n, t, a);
            });
          }
          return o = o ? o.then(a, a) : a();
        }
      });
    }
    function x(t, r, n) {
      var a = p;
      return function (o, i) {
        if (a === h) throw Error("Generator is already running");
        if (a === b) {
          if ("throw" === o) throw i;
          return {
            value: e,
            done: true
          };
        }
        for (n.method = o, n.arg = i;;) {
          var s = n.delegate;
          if (s) {
            var l = E(s, n);
            if (l) {
              if (l === y) continue;
              return l;
            }
          }
          if ("next" === n.method) n.sent = n._sent = n.arg;else if ("throw" === n.method) {
            if (a === p) throw a = b, n.arg;
            n.dispatchException(n.arg);
          } else "return" === n.method && n.abrupt("return", n.arg);
          a = h;
          var u = f(t, r, n);
          if ("normal" === u.type) {
            if (a = n.done ? b : d, u.arg === y) continue;
            return {
              value: u.arg,
              done: n.done
            };
          }
          "throw" === u.type && (a = b, n.method = "throw", n.arg = u.arg);
        }
      };
    }
    function E(t, r) {
      var n = r.method,
        a = t.iterator[n];
      if (a === e) return r.delegate = null, "throw" === n && t.iterator.return && (r.method = "return", r.arg = e, E(t, r), "throw" === r.method) || "return" !== n && (r.method = "throw", r.arg = new TypeError("The iterator does not provide a '" + n + "' method")), y;
      var o = f(a, t.iterator, r.arg);
      if ("throw" === o.type) return r.method = "throw", r.arg = o.arg, r.delegate = null, y;
      var i = o.arg;
      return i ? i.done ? (r[t.resultName] = i.value, r.next = t.nextLoc, "return" !== r.method && (r.method = "next", r.arg = e), r.delegate = null, y) : i : (r.method = "throw", r.arg = new TypeError("iterator result is not an object"), r.delegate = null, y);
    }
    function O(e) {
      var t = {
        tryLoc: e[0]
      };
      1 in e && (t.catchLoc = e[1]), 2 in e && (t.finallyLoc = e[2], t.afterLoc = e[3]), this.tryEntries.push(t);
    }
    function j(e) {
      var t = e.completion || {};
      t.type = "normal", delete t.arg, e.completion = t;
    }
    function T(e) {
      this.tryEntries = [{
        tryLoc: "root"
      }], e.forEach(O, this), this.reset(true);
    }
    function P(t) {
      if (t || "" === t) {
        var r = t[i];
        if (r) return r.call(t);
        if ("function" == typeof t.next) return t;
        if (!isNaN(t.length)) {
          var a = -1,
            o = function r() {
              for (; ++a < t.length;) if (n.call(t, a)) return r.value = t[a], r.done = false, r;
              return r.value = e, r.done = true, r;
            };
          return o.next = o;
        }
      }
      throw new TypeError(va(t) + " is not iterable");
    }
    return g.prototype = m, a(_, "constructor", {
      value: m,
      configurable: true
    }), a(m, "constructor", {
      value: g,
      configurable: true
    }), g.displayName = u(m, l, "GeneratorFunction"), t.isGeneratorFunction = function (e) {
      var t = "function" == typeof e && e.constructor;
      return !!t && (t === g || "GeneratorFunction" === (t.displayName || t.name));
    }, t.mark = function (e) {
      return Object.setPrototypeOf ? Object.setPrototypeOf(e, m) : (e.__proto__ = m, u(e, l, "GeneratorFunction")), e.prototype = Object.create(_), e;
    }, t.awrap = function (e) {
      return {
        __await: e
      };
    }, S(U.prototype), u(U.prototype, s, function () {
      return this;
    }), t.AsyncIterator = U, t.async = function (e, r, n, a, o) {
      undefined === o && (o = Promise);
      var i = new U(c(e, r, n, a), o);
      return t.isGeneratorFunction(r) ? i : i.next().then(function (e) {
        return e.done ? e.value : i.next();
      });
    }, S(_), u(_, l, "Generator"), u(_, i, function () {
      return this;
    }), u(_, "toString", function () {
      return "[object Generator]";
    }), t.keys = function (e) {
      var t = Object(e),
        r = [];
      for (var n in t) r.push(n);
      return r.reverse(), function e() {
        for (; r.length;) {
          var n = r.pop();
          if (n in t) return e.value = n, e.done = false, e;
        }
        return e.done = true, e;
      };
    }, t.values = P, T.prototype = {
      constructor: T,
      reset: function (t) {
        if (this.prev = 0, this.next = 0, this.sent = this._sent = e, this.done = false, this.delegate = null, this.method = "next", this.arg = e, this.tryEntries.forEach(j), !t) for (var r in this) "t" === r.charAt(0) && n.call(this, r) && !isNaN(+r.slice(1)) && (this[r] = e);
      },
      stop: function () {
        this.done = true;
        var e = this.tryEntries[0].completion;
        if ("throw" === e.type) throw e.arg;
        return this.rval;
      },
      dispatchException: function (t) {
        if (this.done) throw t;
        var r = this;
        function a(n, a) {
          return s.type = "throw", s.arg = t, r.next = n, a && (r.method = "next", r.arg = e), !!a;
        }
        for (var o = this.tryEntries.length - 1; o >= 0; --o) {
          var i = this.tryEntries[o],
            s = i.completion;
          if ("root" === i.tryLoc) return a("end");
          if (i.tryLoc <= this.prev) {
            var l = n.call(i, "catchLoc"),
              u = n.call(i, "finallyLoc");
            if (l && u) {
              if (this.prev < i.catchLoc) return a(i.catchLoc, true);
              if (this.prev < i.finallyLoc) return a(i.finallyLoc);
            } else if (l) {
              if (this.prev < i.catchLoc) return a(i.catchLoc, true);
            } else {
              if (!u) throw Error("try statement without catch or finally");
              if (this.prev < i.finallyLoc) return a(i.finallyLoc);
            }
          }
        }
      },
      abrupt: function (e, t) {
        for (var r = this.tryEntries.length - 1; r >= 0; --r) {
          var a = this.tryEntries[r];
          if (a.tryLoc <= this.prev && n.call(a, "finallyLoc") && this.prev < a.finallyLoc) {
            var o = a;
            break;
          }
        }
        o && ("break" === e || "continue" === e) && o.tryLoc <= t && t <= o.finallyLoc && (o = null);
        var i = o ? o.completion : {};
        return i.type = e, i.arg = t, o ? (this.method = "next", this.next = o.finallyLoc, y) : this.complete(i);
      },
      complete: function (e, t) {
        if ("throw" === e.type) throw e.arg;
        return "break" === e.type || "continue" === e.type ? this.next = e.arg : "return" === e.type ? (this.rval = this.arg = e.arg, this.method = "return", this.next = "end") : "normal" === e.type && t && (this.next = t), y;
      },
      finish: function (e) {
        for (var t = this.tryEntries.length - 1; t >= 0; --t) {
          var r = this.tryEntries[t];
          if (r.finallyLoc === e) return this.complete(r.completion, r.afterLoc), j(r), y;
        }
      },
      catch: function (e) {
        for (var t = this.tryEntries.length - 1; t >= 0; --t) {
          var r = this.tryEntries[t];
          if (r.tryLoc === e) {
            var n = r.completion;
            if ("throw" === n.type) {
              var a = n.arg;
              j(r);
            }
            return a;
          }
        }
        throw Error("illegal catch attempt");
      },
      delegateYield: function (t, r, n) {
        return this.delegate = {
          iterator: P(t),
          resultName: r,
          nextLoc: n
        }, "next" === this.method && (this.arg = e), y;
      }
    }, t;
  }
  function ma(e, t, r, n, a, o, i) {
    try {
      var s = e[o](i),
        l = s.value;
    } catch (e) {
      return void r(e);
    }
    s.done ? t(l) : Promise.resolve(l).then(n, a);
  }
  function wa(e) {
    var t = function (e) {
      if ("object" != va(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != va(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == va(t) ? t : t + "";
  }
  var ka,
    Aa = Zt(() => {
      var e, t;
      er(), ra(), oa(), fa(), ya(), ka = function (e, t) {
        return t && function (e, t) {
          for (var r = 0; r < t.length; r++) {
            var n = t[r];
            n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, wa(n.key), n);
          }
        }(e.prototype, t), Object.defineProperty(e, "prototype", {
          writable: false
        }), e;
      }(function e() {
        !function (e, t) {
          if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
        }(this, e);
      }, [{
        key: "openFile",
        value: (e = ga().mark(function e(t, r) {
          var n;
          return ga().wrap(function (e) {
            for (;;) switch (e.prev = e.next) {
              case 0:
                if (!ea() || !t || undefined === t.uri) {
                  e.next = 11;
                  break;
                }
                return e.prev = 1, e.next = 4, na(t.uri);
              case 4:
                return n = e.sent, e.abrupt("return", new ca(n));
              case 8:
                throw e.prev = 8, e.t0 = e.catch(1), new Error("tus: cannot fetch `file.uri` as Blob, make sure the uri is correct and accessible. ".concat(e.t0));
              case 11:
                if ("function" != typeof t.slice || undefined === t.size) {
                  e.next = 13;
                  break;
                }
                return e.abrupt("return", Promise.resolve(new ca(t)));
              case 13:
                if ("function" != typeof t.read) {
                  e.next = 18;
                  break;
                }
                if (r = Number(r), Number.isFinite(r)) {
                  e.next = 17;
                  break;
                }
                return e.abrupt("return", Promise.reject(new Error("cannot create source for stream without a finite value for the `chunkSize` option")));
              case 17:
                return e.abrupt("return", Promise.resolve(new ba(t, r)));
              case 18:
                return e.abrupt("return", Promise.reject(new Error("source object may only be an instance of File, Blob, or Reader in this environment")));
              case 19:
              case "end":
                return e.stop();
            }
          }, e, null, [[1, 8]]);
        }), t = function () {
          var t = this,
            r = arguments;
          return new Promise(function (n, a) {
            var o = e.apply(t, r);
            function i(e) {
              ma(o, n, a, i, s, "next", e);
            }
            function s(e) {
              ma(o, n, a, i, s, "throw", e);
            }
            i(undefined);
          });
        }, function (e, r) {
          return t.apply(this, arguments);
        })
      }]);
    });
  function _a(e, t) {
    return ea() ? Promise.resolve(function (e, t) {
      var r = e.exif ? function (e) {
        var t = 0;
        if (0 === e.length) return t;
        for (var r = 0; r < e.length; r++) t = (t << 5) - t + e.charCodeAt(r), t &= t;
        return t;
      }(JSON.stringify(e.exif)) : "noexif";
      return ["tus-rn", e.name || "noname", e.size || "nosize", r, t.endpoint].join("/");
    }(e, t)) : Promise.resolve(["tus-br", e.name, e.type, e.size, e.lastModified, t.endpoint].join("-"));
  }
  var Sa = Zt(() => {
    er(), ra();
  });
  function Ua(e) {
    "@babel/helpers - typeof";

    return (Ua = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function xa(e, t) {
    if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
  }
  function Ea(e, t) {
    for (var r = 0; r < t.length; r++) {
      var n = t[r];
      n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, ja(n.key), n);
    }
  }
  function Oa(e, t, r) {
    return t && Ea(e.prototype, t), r && Ea(e, r), Object.defineProperty(e, "prototype", {
      writable: false
    }), e;
  }
  function ja(e) {
    var t = function (e) {
      if ("object" != Ua(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != Ua(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == Ua(t) ? t : t + "";
  }
  var Ta,
    Pa,
    Ra,
    Ia = Zt(() => {
      er(), Ta = Oa(function e() {
        xa(this, e);
      }, [{
        key: "createRequest",
        value: function (e, t) {
          return new Pa(e, t);
        }
      }, {
        key: "getName",
        value: function () {
          return "XHRHttpStack";
        }
      }]), Pa = Oa(function e(t, r) {
        xa(this, e), this._xhr = new XMLHttpRequest(), this._xhr.open(t, r, true), this._method = t, this._url = r, this._headers = {};
      }, [{
        key: "getMethod",
        value: function () {
          return this._method;
        }
      }, {
        key: "getURL",
        value: function () {
          return this._url;
        }
      }, {
        key: "setHeader",
        value: function (e, t) {
          this._xhr.setRequestHeader(e, t), this._headers[e] = t;
        }
      }, {
        key: "getHeader",
        value: function (e) {
          return this._headers[e];
        }
      }, {
        key: "setProgressHandler",
        value: function (e) {
          "upload" in this._xhr && (this._xhr.upload.onprogress = function (t) {
            t.lengthComputable && e(t.loaded);
          });
        }
      }, {
        key: "send",
        value: function () {
          var e = this,
            t = arguments.length > 0 && undefined !== arguments[0] ? arguments[0] : null;
          return new Promise(function (r, n) {
            e._xhr.onload = function () {
              r(new Ra(e._xhr));
            }, e._xhr.onerror = function (e) {
              n(e);
            }, e._xhr.send(t);
          });
        }
      }, {
        key: "abort",
        value: function () {
          return this._xhr.abort(), Promise.resolve();
        }
      }, {
        key: "getUnderlyingObject",
        value: function () {
          return this._xhr;
        }
      }]), Ra = Oa(function e(t) {
        xa(this, e), this._xhr = t;
      }, [{
        key: "getStatus",
        value: function () {
          return this._xhr.status;
        }
      }, {
        key: "getHeader",
        value: function (e) {
          return this._xhr.getResponseHeader(e);
        }
      }, {
        key: "getBody",
        value: function () {
          return this._xhr.responseText;
        }
      }, {
        key: "getUnderlyingObject",
        value: function () {
          return this._xhr;
        }
      }]);
    });
  function Na(e) {
    "@babel/helpers - typeof";

    return (Na = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function La(e) {
    var t = function (e) {
      if ("object" != Na(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != Na(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == Na(t) ? t : t + "";
  }
  var Ca,
    Ba,
    za,
    Ma,
    Da,
    Fa = Zt(() => {
      er(), Ca = false;
      try {
        Ca = "localStorage" in window, Ba = "tusSupport", za = localStorage.getItem(Ba), localStorage.setItem(Ba, za), null === za && localStorage.removeItem(Ba);
      } catch (e) {
        if (e.code !== e.SECURITY_ERR && e.code !== e.QUOTA_EXCEEDED_ERR) throw e;
        Ca = false;
      }
      var e, t;
      Ma = Ca, e = function e() {
        !function (e, t) {
          if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
        }(this, e);
      }, (t = [{
        key: "findAllUploads",
        value: function () {
          var e = this._findEntries("tus::");
          return Promise.resolve(e);
        }
      }, {
        key: "findUploadsByFingerprint",
        value: function (e) {
          var t = this._findEntries("tus::".concat(e, "::"));
          return Promise.resolve(t);
        }
      }, {
        key: "removeUpload",
        value: function (e) {
          return localStorage.removeItem(e), Promise.resolve();
        }
      }, {
        key: "addUpload",
        value: function (e, t) {
          var r = Math.round(1e12 * Math.random()),
            n = "tus::".concat(e, "::").concat(r);
          return localStorage.setItem(n, JSON.stringify(t)), Promise.resolve(n);
        }
      }, {
        key: "_findEntries",
        value: function (e) {
          for (var t = [], r = 0; r < localStorage.length; r++) {
            var n = localStorage.key(r);
            if (0 === n.indexOf(e)) try {
              var a = JSON.parse(localStorage.getItem(n));
              a.urlStorageKey = n, t.push(a);
            } catch (e) {}
          }
          return t;
        }
      }]) && function (e, t) {
        for (var r = 0; r < t.length; r++) {
          var n = t[r];
          n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, La(n.key), n);
        }
      }(e.prototype, t), Object.defineProperty(e, "prototype", {
        writable: false
      }), Da = e;
    });
  function Za(e) {
    "@babel/helpers - typeof";

    return (Za = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (e) {
      return typeof e;
    } : function (e) {
      return e && "function" == typeof Symbol && e.constructor === Symbol && e !== Symbol.prototype ? "symbol" : typeof e;
    })(e);
  }
  function Ga() {
    try {
      var e = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], function () {}));
    } catch (e) {}
    return (Ga = function () {
      return !!e;
    })();
  }
  function Ha(e) {
    return (Ha = Object.setPrototypeOf ? Object.getPrototypeOf.bind() : function (e) {
      return e.__proto__ || Object.getPrototypeOf(e);
    })(e);
  }
  function Wa(e, t) {
    return (Wa = Object.setPrototypeOf ? Object.setPrototypeOf.bind() : function (e, t) {
      return e.__proto__ = t, e;
    })(e, t);
  }
  function Ya(e, t) {
    var r = Object.keys(e);
    if (Object.getOwnPropertySymbols) {
      var n = Object.getOwnPropertySymbols(e);
      t && (n = n.filter(function (t) {
        return Object.getOwnPropertyDescriptor(e, t).enumerable;
      })), r.push.apply(r, n);
    }
    return r;
  }
  function Qa(e) {
    for (var t = 1; t < arguments.length; t++) {
      var r = null != arguments[t] ? arguments[t] : {};
      t % 2 ? Ya(Object(r), true).forEach(function (t) {
        Va(e, t, r[t]);
      }) : Object.getOwnPropertyDescriptors ? Object.defineProperties(e, Object.getOwnPropertyDescriptors(r)) : Ya(Object(r)).forEach(function (t) {
        Object.defineProperty(e, t, Object.getOwnPropertyDescriptor(r, t));
      });
    }
    return e;
  }
  function Va(e, t, r) {
    return (t = qa(t)) in e ? Object.defineProperty(e, t, {
      value: r,
      enumerable: true,
      configurable: true,
      writable: true
    }) : e[t] = r, e;
  }
  function qa(e) {
    var t = function (e) {
      if ("object" != Za(e) || !e) return e;
      var t = e[Symbol.toPrimitive];
      if (undefined !== t) {
        var r = t.call(e, "string");
        if ("object" != Za(r)) return r;
        throw new TypeError("@@toPrimitive must return a primitive value.");
      }
      return String(e);
    }(e);
    return "symbol" == Za(t) ? t : t + "";
  }
  var Xa,
    Ja,
    $a,
    Ka,
    eo,
    to,
    ro,
    no,
    ao,
    oo,
    io,
    so,
    lo,
    uo,
    co,
    fo,
    po,
    ho,
    bo,
    yo,
    vo,
    go,
    mo,
    wo,
    ko,
    Ao,
    _o,
    So,
    Uo,
    xo,
    Eo,
    Oo = Zt(() => {
      er(), Nr(), Br(), An(), ta(), Aa(), Sa(), Ia(), Fa(), Xa = Qa(Qa({}, Kn.defaultOptions), {}, {
        httpStack: new Ta(),
        fileReader: new ka(),
        urlStorage: Ma ? new Da() : new Dr(),
        fingerprint: _a
      }), Ja = function () {
        function e() {
          var t = arguments.length > 0 && undefined !== arguments[0] ? arguments[0] : null,
            r = arguments.length > 1 && undefined !== arguments[1] ? arguments[1] : {};
          return function (e, t) {
            if (!(e instanceof t)) throw new TypeError("Cannot call a class as a function");
          }(this, e), function (e, t, r) {
            return t = Ha(t), function (e, t) {
              if (t && ("object" === Za(t) || "function" == typeof t)) return t;
              if (undefined !== t) throw new TypeError("Derived constructors may only return object or undefined");
              return function (e) {
                if (undefined === e) throw new ReferenceError("this hasn't been initialised - super() hasn't been called");
                return e;
              }(e);
            }(e, Ga() ? Reflect.construct(t, r || [], Ha(e).constructor) : t.apply(e, r));
          }(this, e, [t, r = Qa(Qa({}, Xa), r)]);
        }
        return function (e, t) {
          if ("function" != typeof t && null !== t) throw new TypeError("Super expression must either be null or a function");
          e.prototype = Object.create(t && t.prototype, {
            constructor: {
              value: e,
              writable: true,
              configurable: true
            }
          }), Object.defineProperty(e, "prototype", {
            writable: false
          }), t && Wa(e, t);
        }(e, Kn), function (e, t, r) {
          return r && function (e, t) {
            for (var r = 0; r < t.length; r++) {
              var n = t[r];
              n.enumerable = n.enumerable || false, n.configurable = true, "value" in n && (n.writable = true), Object.defineProperty(e, qa(n.key), n);
            }
          }(e, r), Object.defineProperty(e, "prototype", {
            writable: false
          }), e;
        }(e, 0, [{
          key: "terminate",
          value: function (e) {
            var t = arguments.length > 1 && undefined !== arguments[1] ? arguments[1] : {};
            return t = Qa(Qa({}, Xa), t), Kn.terminate(e, t);
          }
        }]);
      }(), "function" == typeof XMLHttpRequest && "function" == typeof Blob && Blob.prototype.slice;
    }),
    jo = Zt(() => {
      "use strict";

      er(), $a = e => {
        var t = [];
        return (r, n) => {
          var a = e(),
            o = t[t.length - 1];
          for (o && r < o.sent && (t = []), t.push({
            at: a,
            sent: r
          }); t[1] && t[1].at <= a - 8e3;) t.shift();
          var _t8 = t,
            _t9 = _slicedToArray(_t8, 1),
            i = _t9[0],
            s = i ? a - i.at : 0;
          if (!i || s < 500) return {};
          var l = Math.round(1e3 * (r - i.sent) / s);
          return Mt({
            bytesPerSecond: l
          }, l ? {
            secondsLeft: Math.ceil((n - r) / l)
          } : {});
        };
      };
    }),
    To = Zt(() => {
      "use strict";

      er(), Ka = (e, t, r) => ({
        createRequest: (n, a) => new fo(n, a, e, t, r),
        getName: () => "stagepass"
      }), fo = /*#__PURE__*/function () {
        function fo(e, t, r, n, a) {
          _classCallCheck(this, fo);
          Vt(this, lo), Vt(this, eo, {}), Vt(this, to), Vt(this, ro), Vt(this, no), Vt(this, ao), Vt(this, oo), Vt(this, io, () => {}), Vt(this, so), this.getMethod = () => Qt(this, to), this.getURL = () => Qt(this, ro), this.getUnderlyingObject = () => Qt(this, so), this.getHeader = e => Qt(this, eo)[e], qt(this, to, e), qt(this, ro, t), qt(this, no, r), qt(this, ao, n), qt(this, oo, a);
        }
        return _createClass(fo, [{
          key: "setHeader",
          value: function setHeader(e, t) {
            Qt(this, eo)[e] = t;
          }
        }, {
          key: "setProgressHandler",
          value: function setProgressHandler(e) {
            qt(this, io, e);
          }
        }, {
          key: "abort",
          value: function () {
            var _abort = _asyncToGenerator(function* () {
              var e;
              null == (e = Qt(this, so)) || e.abort();
            });
            function abort() {
              return _abort.apply(this, arguments);
            }
            return abort;
          }()
        }, {
          key: "send",
          value: function () {
            var _send = _asyncToGenerator(function* (e) {
              var _Qt = Qt(this, no),
                t = _Qt.token,
                r = _Qt.expire,
                n = Qt(this, oo);
              Xt(this, lo, uo).call(this);
              var a = yield t({
                  signal: n
                }),
                o = yield Xt(this, lo, co).call(this, a, e);
              if (401 !== o.getStatus()) return o;
              var i = yield t({
                  signal: n,
                  refused: a
                }),
                s = yield Xt(this, lo, co).call(this, i, e);
              return 401 === s.getStatus() ? r(i) : s;
            });
            function send(_x61) {
              return _send.apply(this, arguments);
            }
            return send;
          }()
        }]);
      }(), eo = new WeakMap(), to = new WeakMap(), ro = new WeakMap(), no = new WeakMap(), ao = new WeakMap(), oo = new WeakMap(), io = new WeakMap(), so = new WeakMap(), lo = new WeakSet(), uo = function () {
        try {
          Qt(this, no).under(Qt(this, ro));
        } catch (e) {
          throw Qt(this, ao).fail("bad_response", {
            cause: e
          });
        }
      }, co = function (e, t) {
        var _Qt2 = Qt(this, ao),
          r = _Qt2.fail;
        if (Qt(this, oo).aborted) throw r("aborted");
        var n = new XMLHttpRequest();
        qt(this, so, n), n.open(Qt(this, to), Qt(this, ro));
        for (var _ref44 of Object.entries(Qt(this, eo))) {
          var _ref45 = _slicedToArray(_ref44, 2);
          var _e5 = _ref45[0];
          var _t0 = _ref45[1];
          n.setRequestHeader(_e5, _t0);
        }
        return n.setRequestHeader("Authorization", `Bearer ${e}`), new Promise((e, a) => {
          var o,
            i = () => {
              clearTimeout(o), o = setTimeout(() => {
                a(r("timeout")), n.abort();
              }, 3e4);
            };
          n.upload.onprogress = ({
            loaded: e
          }) => {
            i(), Qt(this, io).call(this, e);
          }, n.onload = () => {
            n.responseURL === new b(Qt(this, ro)).href ? e(new ho(n)) : a(r("bad_response"));
          }, n.onerror = e => a(r("network", {
            cause: e
          })), n.onabort = () => a(r("aborted")), n.onloadend = () => clearTimeout(o), i(), n.send(t);
        });
      }, ho = /*#__PURE__*/function () {
        function ho(e) {
          _classCallCheck(this, ho);
          Vt(this, po), this.getStatus = () => Qt(this, po).status, this.getBody = () => Qt(this, po).responseText, this.getUnderlyingObject = () => Qt(this, po), qt(this, po, e);
        }
        return _createClass(ho, [{
          key: "getHeader",
          value: function getHeader(e) {
            return new RegExp(`^${e}:`, "im").test(Qt(this, po).getAllResponseHeaders()) && Qt(this, po).getResponseHeader(e) || undefined;
          }
        }]);
      }(), po = new WeakMap();
    }),
    Po = Zt(() => {
      "use strict";

      er(), Oo(), sr(), jo(), To(), bo = [0, 1e3, 3e3, 5e3, 1e4, 2e4, 3e4, 3e4, 3e4], yo = Dt(Mt({}, ie), {
        423: "conflict"
      }), vo = (e, {
        onProgress: t,
        signal: r
      }, {
        service: n,
        wire: a
      }, {
        kept: o,
        address: i
      }) => new Promise((s, l) => {
        var u = new AbortController(),
          c = () => {
            u.abort(), null == r || r.removeEventListener("abort", f);
          },
          f = () => {
            c(), h.abort(), l(a.fail("aborted", {
              cause: null == r ? undefined : r.reason
            }));
          },
          p = go(undefined !== i),
          d = () => null == o ? undefined : o.keep(h.url, p.until),
          h = new Ja(e, Dt(Mt({
            endpoint: n.under("uploads").href
          }, i ? {
            uploadUrl: i
          } : {}), {
            chunkSize: 8388608,
            retryDelays: bo,
            storeFingerprintForResuming: false,
            fingerprint: function () {
              var _ref46 = _asyncToGenerator(function* () {
                return "";
              });
              return function fingerprint() {
                return _ref46.apply(this, arguments);
              };
            }(),
            metadata: Mt(Mt({}, e instanceof j ? {
              filename: e.name
            } : {}), e.type ? {
              filetype: e.type
            } : {}),
            httpStack: Ka(n, a, u.signal),
            onShouldRetry: e => Ao(e, a),
            onAfterResponse: (t, r) => {
              "HEAD" === t.getMethod() && ko(r, e, o, a), p.note(t, r);
            },
            onUploadUrlAvailable: d,
            onChunkComplete: d,
            onProgress: (e, r) => {
              var n = p.progress(h.url, e, r);
              queueMicrotask(() => {
                u.signal.aborted || null == t || t(n);
              });
            },
            onSuccess: () => {
              queueMicrotask(() => {
                c(), s(h.url);
              });
            },
            onError: e => {
              c(), l(_o(e, a));
            }
          }));
        null == r || r.addEventListener("abort", f), null != r && r.aborted ? f() : h.start();
      }), go = e => {
        var t = $a(() => I.now()),
          r = 0,
          n = !e,
          a = {
            until: undefined,
            note(e, t) {
              var o;
              var _map = ["Upload-Expires", "Date"].map(e => mo(t, e)),
                _map2 = _slicedToArray(_map, 2),
                _map2$ = _map2[0],
                i = _map2$ === undefined ? 0 : _map2$,
                _map2$2 = _map2[1],
                s = _map2$2 === undefined ? Date.now() : _map2$2;
              a.until = i ? Date.now() + i - s : undefined, !n && "HEAD" === e.getMethod() && (r = Number(null != (o = t.getHeader("Upload-Offset")) ? o : 0)), n = true;
            },
            progress(e, n, a) {
              var o = e && new b(e).pathname.split("/").pop();
              return Mt(Mt(Mt({
                sent: n,
                total: a
              }, o ? {
                uploadId: o
              } : {}), r ? {
                resumedFrom: r
              } : {}), t(n, a));
            }
          };
        return a;
      }, mo = (e, t) => {
        var r;
        return Date.parse(null != (r = e.getHeader(t)) ? r : "") || undefined;
      }, wo = [408, 409, 423, 425, 429], ko = (e, t, r, n) => {
        var a = e.getStatus();
        if (a >= 500 || 401 === a || 403 === a || wo.includes(a)) throw ue(n, yo, a, e.getBody());
        if (!(a >= 400 || Number(e.getHeader("Upload-Length")) === t.size)) throw null == r || r.forget(), n.fail("bad_response", {
          status: a
        });
      }, Ao = (e, t) => {
        var r = e.causingError,
          n = e.originalResponse,
          a = t.isFailure(r) ? r : undefined,
          o = a ? a.status : null == n ? undefined : n.getStatus();
        return o ? o >= 500 || wo.includes(o) && "quota_exceeded" !== _o(e, t).code : !a || "network" === a.code || "timeout" === a.code;
      }, _o = (e, t) => {
        var r;
        var n = e.causingError,
          a = e.originalResponse;
        if (t.isFailure(n)) return n;
        var o = null == a ? undefined : a.getStatus();
        return !o || o < 400 ? t.fail("bad_response", Mt({
          cause: e
        }, o ? {
          status: o
        } : {})) : ue(t, yo, o, null != (r = null == a ? undefined : a.getBody()) ? r : "");
      };
    }),
    Ro = Zt(() => {
      "use strict";

      er(), wr(), xr(), Po(), ur(), hr(), So = /*#__PURE__*/function () {
        var _ref47 = _asyncToGenerator(function* (e, t = {}, r) {
          var n = r.service,
            a = r.wire,
            o = r.storage,
            i = t.signal,
            _t$resume = t.resume,
            s = _t$resume === undefined ? true : _t$resume;
          if (!(e instanceof Blob)) throw a.fail("option_invalid", {
            message: "file is no Blob: pass a File or a Blob."
          });
          if (yield a.within(i, /*#__PURE__*/_asyncToGenerator(function* () {
            return n.under("uploads");
          })), !(e instanceof j && e.name)) return xo(e, t, r);
          var l = yield n.ownId({
              signal: i
            }),
            u = yield Eo(a, () => _t(e, l, o, n)),
            c = s ? u.read() : undefined;
          return He(u.key, i, a, () => {
            var n = s && u.read() || c;
            return xo(e, t, r, u, n);
          });
        });
        return function So(_x62) {
          return _ref47.apply(this, arguments);
        };
      }(), Uo = /*#__PURE__*/function () {
        var _ref49 = _asyncToGenerator(function* (e, {
          signal: t
        } = {}, r) {
          var n = r.service,
            a = r.wire,
            o = r.storage;
          if ("string" != typeof e || !/^[\w-]+$/.test(e)) throw a.fail("option_invalid", {
            message: "uploadId is none: pass what an upload has as uploadId."
          });
          var i = yield a.within(t, /*#__PURE__*/_asyncToGenerator(function* () {
            return n.under(`uploads/${e}`);
          }));
          yield n.ask(i.href, {
            method: "DELETE",
            headers: {
              "Tus-Resumable": "1.0.0"
            },
            signal: t
          }), St(i, o, n);
        });
        return function Uo(_x63) {
          return _ref49.apply(this, arguments);
        };
      }(), xo = /*#__PURE__*/function () {
        var _ref51 = _asyncToGenerator(function* (e, t, r, n, a) {
          var o = r.service,
            i = r.wire,
            s = t.signal;
          try {
            var _l = yield vo(e, t, r, {
                kept: n,
                address: a
              }),
              _u = Ee(i, he(yield o.ask(_l, {
                signal: s
              })));
            return null == n || n.forget(), _u;
          } catch (t) {
            var _r9 = t.code;
            throw ("upload_refused" === _r9 || "not_found" === _r9) && (null == n || n.forget()), "network" === _r9 && (yield Eo(i, () => e.slice(0, 1).arrayBuffer())), t;
          }
        });
        return function xo(_x64, _x65, _x66, _x67, _x68) {
          return _ref51.apply(this, arguments);
        };
      }(), Eo = /*#__PURE__*/function () {
        var _ref52 = _asyncToGenerator(function* ({
          fail: e
        }, t) {
          try {
            return yield t();
          } catch (t) {
            throw e("option_invalid", {
              message: "file cannot be read, or has changed: have it chosen again.",
              cause: t
            });
          }
        });
        return function Eo(_x69, _x70) {
          return _ref52.apply(this, arguments);
        };
      }();
    }),
    Io = {};
  Ht(Io, {
    discard: () => Uo,
    upload: () => No
  });
  var No,
    Lo = Zt(() => {
      er(), Ro(), yr(), Ro(), No = /*#__PURE__*/function () {
        var _ref53 = _asyncToGenerator(function* (e, t, r) {
          return So(yield Ce(e), t, r);
        });
        return function No(_x71, _x72, _x73) {
          return _ref53.apply(this, arguments);
        };
      }();
    }),
    Co = {};
  Ht(Co, {
    diagnose: () => Bo
  });
  var Bo,
    zo,
    Mo = Zt(() => {
      er(), rr(), Bo = /*#__PURE__*/function () {
        var _ref54 = _asyncToGenerator(function* () {
          throw new z("unsupported", {
            message: "oauth.diagnose looks at a web page: there is none here. docs/react-native.md lists what to look at."
          });
        });
        return function Bo() {
          return _ref54.apply(this, arguments);
        };
      }();
    }),
    Do = Zt(() => {
      "use strict";

      er(), lr(), sr(), fr(), pr(), dr(), vr(), gr(), zo = (e, t, r) => {
        var n = ae(r),
          a = De(n, t),
          o = Ue(e.baseUrl, t, a),
          i = fe(e.accessServer, o, a),
          s = Me(o, i, a),
          l = e => e.catch(e => {
            throw n.fail("load_failed", {
              cause: e
            });
          }),
          u = {
            service: o,
            wire: a,
            storage: e.storage
          },
          f = () => l(Promise.resolve().then(() => (Lo(), Io)));
        return Dt(Mt(Dt(Mt({}, s), {
          play: Se(s.streamUrl, a)
        }), _e(o, a)), {
          upload: function () {
            var _ref55 = _asyncToGenerator(function* (e, t) {
              return (yield f()).upload(e, t, u);
            });
            return function upload(_x74, _x75) {
              return _ref55.apply(this, arguments);
            };
          }(),
          discardUpload: function () {
            var _ref56 = _asyncToGenerator(function* (e, t) {
              return (yield f()).discard(e, t, u);
            });
            return function discardUpload(_x76, _x77) {
              return _ref56.apply(this, arguments);
            };
          }(),
          diagnose(r) {
            return _asyncToGenerator(function* () {
              if (undefined === c) throw n.fail("unsupported");
              return (yield l(Promise.resolve().then(() => (Mo(), Co)))).diagnose(e, t, r);
            })();
          }
        });
      };
    }),
    Fo = {};
  Ht(Fo, {
    open: () => zo
  });
  var Zo,
    Go = Zt(() => {
      "use strict";

      er(), Do();
    }),
    Ho = {};
  Ht(Ho, {
    StagepassError: () => z,
    fileFrom: () => Ne,
    isStagepassError: () => M,
    stagepass: () => Vi
  }), module.exports = (Zo = Ho, Wt(Ot({}, "__esModule", {
    value: true
  }), Zo)), er(), er(), er(), rr();
  var Wo = /*#__PURE__*/function () {
    var _ref57 = _asyncToGenerator(function* (e, t) {
      if ("signed-in" !== e.kind) return e;
      var r = yield t(e),
        n = e.kind,
        a = e.appState;
      return Mt({
        kind: n,
        user: r
      }, a && {
        appState: JSON.parse(a)
      });
    });
    return function Wo(_x78, _x79) {
      return _ref57.apply(this, arguments);
    };
  }();
  er(), er(), rr();
  var Yo = e => {
    try {
      var _b = new b(e),
        _t1 = _b.href,
        _r0 = _b.origin;
      return _t1 === `${_r0}/` && /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])[:/])/.test(_t1);
    } catch (e) {
      return false;
    }
  };
  rr();
  var Qo = {
      storage: ["getItem", "setItem", "removeItem"],
      browser: ["open"],
      links: ["initial", "listen"]
    },
    Vo = e => new z("config_invalid", {
      message: e
    });
  function qo(e) {
    return 128 | 63 & e;
  }
  er(), er();
  var Xo,
    Jo,
    $o = new Uint8Array(123);
  for (Jo = 25; Jo >= 0; --Jo) $o[48 + Jo] = 52 + Jo, $o[65 + Jo] = Jo, $o[97 + Jo] = 26 + Jo;
  function Ko(e, t, r) {
    for (var n, a, o = 0, i = t, s = r.length, l = t + (3 * s >> 2) - ("=" == r[s - 2]) - ("=" == r[s - 1]); o < s; o += 4) n = $o[r.charCodeAt(o + 1)], a = $o[r.charCodeAt(o + 2)], e[i++] = $o[r.charCodeAt(o)] << 2 | n >> 4, i < l && (e[i++] = n << 4 | a >> 2), i < l && (e[i++] = a << 6 | $o[r.charCodeAt(o + 3)]);
  }
  function ei() {
    throw new Error("abort");
  }
  $o[43] = 62, $o[47] = 63;
  var ti = /*#__PURE__*/function () {
    var _ref58 = _asyncToGenerator(function* (e) {
      return function (e) {
        var t = new ArrayBuffer(131072),
          r = new Int8Array(t),
          n = new Int16Array(t),
          a = new Int32Array(t),
          o = new Uint8Array(t),
          i = new Uint16Array(t),
          s = new Uint32Array(t),
          l = (new Float32Array(t), new Float64Array(t)),
          u = Math.imul,
          c = Math.fround,
          f = Math.abs,
          p = Math.clz32,
          d = Math.min,
          h = (Math.max, Math.floor),
          b = Math.ceil,
          y = (Math.trunc, Math.sqrt, e.a),
          v = y.a,
          g = y.b,
          m = y.c,
          w = y.d,
          k = y.e,
          A = y.f,
          _ = y.g,
          S = y.h,
          U = y.i,
          x = y.j,
          E = y.k,
          O = y.l,
          j = y.m,
          T = y.n,
          P = y.o,
          R = y.p,
          I = y.q,
          N = y.r,
          L = y.s,
          C = y.t,
          B = y.u,
          z = y.v,
          M = y.w,
          D = y.x,
          F = y.y,
          Z = y.z,
          G = y.A,
          H = y.B,
          W = y.C,
          Y = y.D,
          Q = y.E,
          V = y.F,
          q = y.G,
          X = y.H,
          J = y.I,
          $ = y.J,
          K = y.K,
          ee = y.L,
          te = y.M,
          re = y.N,
          ne = 65536,
          ae = 0,
          oe = 0,
          ie = 0;
        function se(e, t, i) {
          var s,
            l = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0;
          ne = s = ne - 384 | 0, c = o[t + 177 | 0], r[0 | s] = c, l = a[i + 4 >> 2], a[s + 8 >> 2] = a[i >> 2], a[s + 12 >> 2] = l, l = a[i + 12 >> 2], a[s + 16 >> 2] = a[i + 8 >> 2], a[s + 20 >> 2] = l, l = a[i + 20 >> 2], a[s + 24 >> 2] = a[i + 16 >> 2], a[s + 28 >> 2] = l;
          e: {
            t: {
              r: {
                if (11 != (0 | c)) {
                  n: if (5 != (0 | (l = a[s + 8 >> 2]))) {
                    a: {
                      o: {
                        i: {
                          s: {
                            switch (c - 1 | 0) {
                              case 11:
                                if (9 != (0 | l)) break a;
                                dt(l = t + 156 | 0), rn(l), a[t + 164 >> 2] = a[i + 12 >> 2], l = a[i + 8 >> 2], a[t + 156 >> 2] = a[i + 4 >> 2], a[t + 160 >> 2] = l, cr(e, t);
                                break e;
                              case 7:
                                if (6 != (0 | l)) break a;
                                i = a[s + 16 >> 2], p = a[s + 20 >> 2], nn(f = s + 208 | 0, t, 56), a[t >> 2] = 2, a[t + 4 >> 2] = 0, a[s + 200 >> 2] = t + 168, c = a[t + 168 >> 2], 2 != (0 | (l = a[s + 208 >> 2])) | (d = a[s + 212 >> 2]) && c ? (nn(d = s + 112 | 0, f, 56), _r(l = s + 200 | 0, d, a[c + 36 >> 2], a[c + 40 >> 2], a[c + 12 >> 2], a[c + 16 >> 2], i, p), Vt(s + 308 | 0, l), -2147483648 == a[s + 308 >> 2] ? (a[e + 16 >> 2] = 655360, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648, ft(l)) : (a[s + 304 >> 2] = a[s + 316 >> 2], i = a[s + 312 >> 2], a[s + 296 >> 2] = a[s + 308 >> 2], a[s + 300 >> 2] = i, i = o[a[c + 68 >> 2] + 58 | 0], qt(s + 320 | 0, c + 68 | 0), r[t + 177 | 0] = 9, t = a[s + 324 >> 2], a[e >> 2] = a[s + 320 >> 2], a[e + 4 >> 2] = t, r[s + 344 | 0] = i, a[e + 24 >> 2] = a[s + 344 >> 2], t = a[s + 300 >> 2], a[s + 332 >> 2] = a[s + 296 >> 2], a[s + 336 >> 2] = t, t = a[s + 332 >> 2], a[e + 8 >> 2] = a[s + 328 >> 2], a[e + 12 >> 2] = t, a[s + 340 >> 2] = a[s + 304 >> 2], t = a[s + 340 >> 2], a[e + 16 >> 2] = a[s + 336 >> 2], a[e + 20 >> 2] = t, ft(s + 200 | 0))) : (2 != (0 | l) | d && ct(f), a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648);
                                break n;
                              case 6:
                                if (8 != (0 | l)) break a;
                                Qt(s + 200 | 0, i + 4 | 0), l = o[s + 200 | 0] ? 0 : a[s + 204 >> 2], (i = a[t + 172 >> 2]) && (ft(i), a[i >> 2] = a[17152], a[17152] = i), r[t + 177 | 0] = 8, a[t + 172 >> 2] = l, a[e >> 2] = -2147483648;
                                break o;
                              case 5:
                                if (l = a[i + 20 >> 2], a[s + 48 >> 2] = a[i + 16 >> 2], a[s + 52 >> 2] = l, l = a[i + 12 >> 2], a[s + 40 >> 2] = a[i + 8 >> 2], a[s + 44 >> 2] = l, l = a[i + 4 >> 2], a[s + 32 >> 2] = a[i >> 2], a[s + 36 >> 2] = l, Hr(s + 56 | 0, s + 32 | 0, 18), !a[s + 60 >> 2] & 2 == a[s + 56 >> 2]) {
                                  t = a[s + 76 >> 2], a[e + 12 >> 2] = a[s + 72 >> 2], a[e + 16 >> 2] = t, t = a[s + 68 >> 2], a[e + 4 >> 2] = a[s + 64 >> 2], a[e + 8 >> 2] = t, a[e >> 2] = -2147483630;
                                  break e;
                                }
                                2 != a[t >> 2] | a[t + 4 >> 2] && ct(t), nn(t, s + 56 | 0, 56), (i = a[t + 168 >> 2]) ? (l = o[a[i + 68 >> 2] + 58 | 0], qt(s + 204 | 0, i + 68 | 0), r[t + 177 | 0] = 7, t = a[s + 212 >> 2], a[e + 8 >> 2] = a[s + 208 >> 2], a[e + 12 >> 2] = t, a[e + 24 >> 2] = a[s + 224 >> 2], a[s + 200 >> 2] = -2147483646, t = a[s + 204 >> 2], a[e >> 2] = a[s + 200 >> 2], a[e + 4 >> 2] = t, r[s + 216 | 0] = l, t = a[s + 220 >> 2], a[e + 16 >> 2] = a[s + 216 >> 2], a[e + 20 >> 2] = t) : (a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648);
                                break e;
                              case 1:
                                if (8 != (0 | l)) break a;
                                if (i = 0, -2147483648 != (0 | (f = a[s + 12 >> 2])) && (l = a[s + 16 >> 2], c = a[s + 20 >> 2], a[s + 112 >> 2] = f, a[s + 116 >> 2] = l, a[s + 120 >> 2] = c, Wr(f = s + 200 | 0, a[t + 148 >> 2], a[t + 152 >> 2], l, c), vr(s + 112 | 0), -2147483648 != a[s + 208 >> 2] && nn(i = Ht(8, 72), f, 72)), (l = a[t + 168 >> 2]) && (ot(l), a[l >> 2] = a[17153], a[17153] = l), a[t + 168 >> 2] = i, (!o[a[i + 68 >> 2] + 58 | 0] || 1 != o[t + 176 | 0]) && i) {
                                  i = a[t + 152 >> 2], a[s + 208 >> 2] = a[t + 148 >> 2], a[s + 212 >> 2] = i, a[s + 204 >> 2] = 16, a[s + 200 >> 2] = 66308, we(s + 112 | 0, s + 200 | 0, 2), a[e >> 2] = -2147483644, r[t + 177 | 0] = 3, t = a[s + 116 >> 2], a[e + 4 >> 2] = a[s + 112 >> 2], a[e + 8 >> 2] = t, a[e + 12 >> 2] = a[s + 120 >> 2], r[e + 16 | 0] = 0;
                                  break o;
                                }
                                a[e >> 2] = -2147483632, r[t + 177 | 0] = 4;
                                break o;
                              case 12:
                                if (8 != (0 | l)) break a;
                                if (l = a[s + 16 >> 2], c = a[s + 20 >> 2], f = a[s + 12 >> 2], i = 0, (p = a[t + 164 >> 2]) && (p = p - 1 | 0, a[t + 164 >> 2] = p, p = a[t + 160 >> 2] + u(p, 12) | 0, -2147483648 != (0 | (d = a[p >> 2])) && (i = a[p + 4 >> 2], p = a[p + 8 >> 2], a[s + 204 >> 2] = i, a[s + 208 >> 2] = p, a[s + 200 >> 2] = d, i = Xt(i, p), vr(s + 200 | 0))), -2147483648 == (0 | f) ? a[s + 372 >> 2] = -2147483648 : (a[s + 200 >> 2] = f, a[s + 204 >> 2] = l, a[s + 208 >> 2] = c, Sr(s + 320 | 0, l, c), vr(s + 200 | 0)), a[s + 200 >> 2] = i, nn(c = s + 208 | 0, f = s + 320 | 0, 64), l = a[s + 260 >> 2], i && -2147483648 != (0 | l) && (0 | (p = a[s + 268 >> 2])) == a[t + 152 >> 2] && !Pt(a[s + 264 >> 2], a[t + 148 >> 2], p)) {
                                  nn(l = s + 112 | 0, f, 64), t = Ht(4, 28), a[t + 24 >> 2] = i, a[t + 16 >> 2] = 1, a[t + 20 >> 2] = 0, a[t + 8 >> 2] = 0, a[t + 12 >> 2] = 0, a[t >> 2] = 0, a[t + 4 >> 2] = 1, a[e + 8 >> 2] = t, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647, ft(l);
                                  break o;
                                }
                                if (cr(e, t), i && (e = a[i >> 2] - 1 | 0, a[i >> 2] = e, e || nt(s + 200 | 0)), -2147483648 == (0 | l)) break o;
                                ft(c);
                                break o;
                              case 9:
                                if (i = a[t + 172 >> 2], a[t + 172 >> 2] = 0, i && (l = a[t + 168 >> 2])) gt(e + 4 | 0, l + 68 | 0, i + 28 | 0), a[e >> 2] = -2147483631, r[t + 177 | 0] = 11;else if (Ft(e, t), !i) break n;
                                ft(i), a[i >> 2] = a[17152], a[17152] = i;
                                break n;
                              case 8:
                                if (2 == (0 | l) & 1 == o[t + 176 | 0]) {
                                  a[e + 16 >> 2] = 1376256, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                                  break n;
                                }
                                l = a[i + 20 >> 2], a[s + 216 >> 2] = a[i + 16 >> 2], a[s + 220 >> 2] = l, l = a[i + 12 >> 2], a[s + 208 >> 2] = a[i + 8 >> 2], a[s + 212 >> 2] = l, l = a[i >> 2], i = a[i + 4 >> 2], a[s + 200 >> 2] = l, a[s + 204 >> 2] = i, i = t + 168 | 0, a[s + 224 >> 2] = i, 2 == (0 | l) && (i = a[i >> 2]) && (a[i + 52 >> 2] = 0), lt(s + 200 | 0), a[e >> 2] = -2147483632, r[t + 177 | 0] = 10;
                                break e;
                              case 2:
                                if (o[t + 176 | 0]) break i;
                                mt(s + 200 | 0, 66296, a[t + 148 >> 2], a[t + 152 >> 2]), a[e >> 2] = -2147483635, r[t + 177 | 0] = 5, t = a[s + 204 >> 2], a[e + 4 >> 2] = a[s + 200 >> 2], a[e + 8 >> 2] = t, a[e + 12 >> 2] = a[s + 208 >> 2];
                                break n;
                              case 0:
                                l: {
                                  u: switch (l - 2 | 0) {
                                    case 0:
                                      break u;
                                    case 2:
                                      break s;
                                    default:
                                      break l;
                                  }
                                  if (1 == o[t + 176 | 0]) {
                                    a[e + 16 >> 2] = 1114112, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                                    break n;
                                  }
                                }
                                i = a[t + 152 >> 2], a[s + 208 >> 2] = a[t + 148 >> 2], a[s + 212 >> 2] = i, a[s + 204 >> 2] = 16, a[s + 200 >> 2] = 66308, we(s + 112 | 0, s + 200 | 0, 2), a[e >> 2] = -2147483646, r[t + 177 | 0] = 2, t = a[s + 116 >> 2], a[e + 4 >> 2] = a[s + 112 >> 2], a[e + 8 >> 2] = t, a[e + 12 >> 2] = a[s + 120 >> 2], r[e + 16 | 0] = 0;
                                break n;
                              case 10:
                                break a;
                              case 3:
                                break s;
                              case 4:
                                break i;
                            }
                            -2147483648 == a[t + 56 >> 2] ? (a[e + 8 >> 2] = 18, a[e + 4 >> 2] = 66900, a[e >> 2] = -2147483643, r[t + 177 | 0] = 12) : (i = a[t + 152 >> 2], a[s + 208 >> 2] = a[t + 148 >> 2], a[s + 212 >> 2] = i, a[s + 204 >> 2] = 16, a[s + 200 >> 2] = 66347, we(s + 112 | 0, s + 200 | 0, 2), a[e >> 2] = -2147483633, r[t + 177 | 0] = 1, t = a[s + 116 >> 2], a[e + 4 >> 2] = a[s + 112 >> 2], a[e + 8 >> 2] = t, a[e + 12 >> 2] = a[s + 120 >> 2], a[e + 16 >> 2] = 3e4);
                            break n;
                          }
                          a[e + 8 >> 2] = 18, a[e + 4 >> 2] = 66900, a[e >> 2] = -2147483643, r[t + 177 | 0] = 12;
                          break n;
                        }
                        if (nn(i = s + 200 | 0, t + 56 | 0, 88), a[t + 56 >> 2] = -2147483648, h = t + 168 | 0, a[s + 288 >> 2] = h, -2147483648 != a[s + 200 >> 2]) {
                          if (p = a[h >> 2]) {
                            i = e, i = e, nn(c = s + 112 | 0, f = s + 200 | 0, 88), ne = l = ne - 96 | 0, y = 14;
                            i: {
                              if (!o[c + 86 | 0] && (y = 15, (0 | (e = a[c + 8 >> 2])) == a[p + 16 >> 2])) {
                                for (d = a[p + 12 >> 2], b = a[c + 4 >> 2]; e;) e = e - 1 | 0, v = o[0 | d] ^ o[0 | b] | v, d = d + 1 | 0, b = b + 1 | 0;
                                if (!(255 & v)) {
                                  a[l + 16 >> 2] = a[c + 32 >> 2], e = a[c + 28 >> 2], a[l + 8 >> 2] = a[c + 24 >> 2], a[l + 12 >> 2] = e, a[l + 32 >> 2] = a[c + 44 >> 2], e = a[c + 40 >> 2], a[l + 24 >> 2] = a[c + 36 >> 2], a[l + 28 >> 2] = e, a[l + 48 >> 2] = a[c + 56 >> 2], e = a[c + 52 >> 2], a[l + 40 >> 2] = a[c + 48 >> 2], a[l + 44 >> 2] = e, p = a[p + 68 >> 2];
                                  s: {
                                    if (-2147483648 == a[c + 60 >> 2]) {
                                      if (!o[p + 57 | 0]) break s;
                                    } else if (e = c + 60 | 0, a[l + 64 >> 2] = a[e + 8 >> 2], d = a[e + 4 >> 2], a[l + 56 >> 2] = a[e >> 2], a[l + 60 >> 2] = d, e = Tt(e, a[p + 12 >> 2], a[p + 16 >> 2]), vr(l + 56 | 0), e) break s;
                                    a[f + 12 >> 2] = 1048576, a[f >> 2] = -2147483648, ue(l + 40 | 0), ue(l + 24 | 0), ue(l + 8 | 0), vr(c), vr(c + 12 | 0), ue(c + 72 | 0);
                                    break i;
                                  }
                                  a[l + 64 >> 2] = a[l + 32 >> 2], p = a[l + 28 >> 2], e = a[l + 24 >> 2], a[l + 56 >> 2] = e, a[l + 60 >> 2] = p, p = a[l + 12 >> 2], a[l + 68 >> 2] = a[l + 8 >> 2], a[l + 72 >> 2] = p, a[l + 76 >> 2] = a[l + 16 >> 2], -2147483648 != (0 | e) ? (a[l + 88 >> 2] = a[l + 32 >> 2], e = a[l + 28 >> 2], a[l + 80 >> 2] = a[l + 24 >> 2], a[l + 84 >> 2] = e, e = Tt(l + 24 | 0, 67432, 13), p = l + 80 | 0, d = -2147483648 == a[l + 40 >> 2] ? p : l + 40 | 0, Je(f, a[d + 4 >> 2], a[d + 8 >> 2]), r[f + 15 | 0] = 0, r[f + 14 | 0] = e ? 12 : 13, n[f + 12 >> 1] = 0, vr(p), -2147483648 != a[l + 68 >> 2] && vr(l + 68 | 0)) : -2147483648 == a[l + 68 >> 2] ? (a[f + 12 >> 2] = 917504, a[f >> 2] = -2147483648) : (a[f + 12 >> 2] = a[l + 16 >> 2], e = a[l + 12 >> 2], a[f + 4 >> 2] = a[l + 8 >> 2], a[f + 8 >> 2] = e, a[f >> 2] = -2147483647), ue(l + 40 | 0), vr(c), vr(c + 12 | 0), ue(c + 72 | 0);
                                  break i;
                                }
                              }
                              r[f + 15 | 0] = 0, r[f + 14 | 0] = y, n[f + 12 >> 1] = 0, a[f >> 2] = -2147483648, vr(c), vr(c + 12 | 0), ue(c + 72 | 0), ue(c + 60 | 0), ue(c + 48 | 0), ue(c + 36 | 0), ue(c + 24 | 0);
                            }
                            ne = l + 96 | 0;
                            i: {
                              if (-2147483647 == a[s + 200 >> 2]) {
                                if (a[s + 328 >> 2] = a[s + 212 >> 2], e = a[s + 208 >> 2], a[s + 320 >> 2] = a[s + 204 >> 2], a[s + 324 >> 2] = e, c = a[h >> 2]) {
                                  ne = e = ne - 48 | 0, l = Ht(4, 80), Je(e + 12 | 0, 66810, 18), $e(e + 24 | 0, c + 20 | 0), f = a[c + 68 >> 2], Je(e + 36 | 0, a[f + 36 >> 2], a[f + 40 >> 2]), a[l + 4 >> 2] = 10, a[l >> 2] = 66779, a[l + 24 >> 2] = 4, a[l + 20 >> 2] = 66828, a[l + 44 >> 2] = 13, a[l + 40 >> 2] = 66832, a[l + 64 >> 2] = 12, a[l + 60 >> 2] = 66845, f = a[e + 16 >> 2], a[l + 8 >> 2] = a[e + 12 >> 2], a[l + 12 >> 2] = f, a[l + 16 >> 2] = a[e + 20 >> 2], p = a[4 + (f = s + 204 | 0) >> 2], a[l + 28 >> 2] = a[f >> 2], a[l + 32 >> 2] = p, a[l + 36 >> 2] = a[f + 8 >> 2], f = a[e + 28 >> 2], a[l + 48 >> 2] = a[e + 24 >> 2], a[l + 52 >> 2] = f, a[l + 56 >> 2] = a[e + 32 >> 2], a[l + 76 >> 2] = a[e + 44 >> 2], f = a[e + 40 >> 2], a[l + 68 >> 2] = a[e + 36 >> 2], a[l + 72 >> 2] = f, a[e + 8 >> 2] = 4, a[e + 4 >> 2] = l, a[e >> 2] = 4, ir(i + 4 | 0, c + 68 | 0, 66789, 12, e), ne = e + 48 | 0, r[t + 177 | 0] = 6, e = -2147483631;
                                  break i;
                                }
                                a[i + 16 >> 2] = 1441792, a[i + 4 >> 2] = -2147483648, vr(s + 320 | 0);
                              } else e = a[s + 212 >> 2], a[i + 12 >> 2] = a[s + 208 >> 2], a[i + 16 >> 2] = e, e = a[s + 204 >> 2], a[i + 4 >> 2] = a[s + 200 >> 2], a[i + 8 >> 2] = e;
                              e = -2147483630;
                            }
                            a[i >> 2] = e;
                            break n;
                          }
                          pt(i);
                        }
                        a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                        break n;
                      }
                      switch (a[s + 8 >> 2] - 8 | 0) {
                        case 0:
                          break e;
                        case 1:
                          break t;
                        default:
                          break r;
                      }
                    }
                    a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                  } else a[e + 16 >> 2] = 458752, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                } else Ft(e, t);
                n: switch (a[s + 8 >> 2] - 8 | 0) {
                  case 1:
                    break t;
                  case 0:
                    break n;
                  default:
                    break r;
                }
                ue(s + 12 | 0);
                break e;
              }
              lt(s + 8 | 0);
              break e;
            }
            dt(e = s + 12 | 0), rn(e);
          }
          ne = s + 384 | 0;
        }
        function le(e, t, n) {
          var i,
            s,
            l = 0;
          ne = i = ne - 32 | 0, s = t + 12 | 0, -2147483648 != a[t >> 2] ? ge(i + 4 | 0, s) : (l = o[a[s >> 2] + 58 | 0], qt(i + 8 | 0, s), a[i + 4 >> 2] = -2147483644, r[i + 20 | 0] = l), r[t + 20 | 0] = n, t = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = t, t = a[i + 16 >> 2], a[e + 8 >> 2] = a[i + 12 >> 2], a[e + 12 >> 2] = t, t = a[i + 24 >> 2], a[e + 16 >> 2] = a[i + 20 >> 2], a[e + 20 >> 2] = t, a[e + 24 >> 2] = a[i + 28 >> 2], ne = i + 32 | 0;
        }
        function ue(e) {
          -2147483648 != a[e >> 2] && vr(e);
        }
        function ce(e) {
          a[e >> 2] >= 0 && vr(e);
        }
        function fe(e) {
          var t = 0;
          de(e), (t = a[e + 20 >> 2]) >>> 0 >= 1028 && v(0 | t), (t = a[e + 24 >> 2]) >>> 0 >= 1028 && v(0 | t), a[e >> 2] && (e = a[e + 4 >> 2]) >>> 0 >= 1028 && v(0 | e);
        }
        function pe(e) {
          a[e >> 2] && (K(a[e + 4 >> 2]), (e = a[e + 4 >> 2]) >>> 0 < 1028 || v(0 | e));
        }
        function de(e) {
          var t,
            r = 0,
            n = 0,
            o = 0;
          ne = t = ne - 16 | 0, r = a[e >> 2], a[e >> 2] = 0, 1 == (0 | r) && (r = a[e + 4 >> 2], a[t + 8 >> 2] = r, a[t + 12 >> 2] = 1024, ne = e = ne - 16 | 0, n = 0 | L(a[t + 8 >> 2], a[t + 12 >> 2]), Ar(e + 8 | 0), o = 1, 1 != a[e + 8 >> 2] ? o = 0 : n = a[e + 12 >> 2], a[t + 4 >> 2] = n, a[t >> 2] = o, ne = e + 16 | 0, (e = a[t + 4 >> 2]) >>> 0 >= 1028 && v(0 | e), r >>> 0 < 1028 || v(0 | r)), ne = t + 16 | 0;
        }
        function he(e) {
          var t;
          return ne = t = ne - 16 | 0, 8 != a[e >> 2] ? (lt(e), e = 0) : (Qt(t + 8 | 0, e + 4 | 0), e = o[t + 8 | 0] ? 0 : a[t + 12 >> 2]), ne = t + 16 | 0, e;
        }
        function be(e) {
          var t;
          ne = t = ne - 16 | 0, a[t >> 2] = t + 15, a[t + 4 >> 2] = 91, vt(65747, t, e), ei();
        }
        function ye(e, t) {
          var r;
          ne = r = ne - 16 | 0, wr(r + 8 | 0, e, a[e >> 2], 1, 4, t), -2147483647 != (0 | (e = a[r + 8 >> 2])) && (Gt(e, a[r + 12 >> 2]), ei()), ne = r + 16 | 0;
        }
        function ve(e, t) {
          var r;
          ne = r = ne - 16 | 0, H(0 | r, a[t >> 2]), a[r >> 2] ? (l[e + 8 >> 3] = l[r + 8 >> 3], t = 1) : t = 0, a[e >> 2] = t, a[e + 4 >> 2] = 0, ne = r + 16 | 0;
        }
        function ge(e, t) {
          var n, i;
          ne = n = ne - 16 | 0, Je(n + 4 | 0, 67351, 7), i = o[a[t >> 2] + 58 | 0], qt(e, t), r[e + 24 | 0] = i, t = a[n + 8 >> 2], a[e + 12 >> 2] = a[n + 4 >> 2], a[e + 16 >> 2] = t, a[e + 20 >> 2] = a[n + 12 >> 2], ne = n + 16 | 0;
        }
        function me(e, t, r) {
          var n;
          ne = n = ne - 16 | 0, !r & t >>> 0 < 10 ? (a[n + 12 >> 2] = 0, a[n + 4 >> 2] = 0, a[n + 8 >> 2] = 1) : me(n + 4 | 0, sn(t, r), ie), sn(t, r), ie = oe, Pe(n + 4 | 0, 48 | ae), a[e + 8 >> 2] = a[n + 12 >> 2], t = a[n + 8 >> 2], a[e >> 2] = a[n + 4 >> 2], a[e + 4 >> 2] = t, ne = n + 16 | 0;
        }
        function we(e, t, r) {
          var n;
          for (ne = n = ne - 16 | 0, a[n + 12 >> 2] = 0, a[n + 4 >> 2] = 0, a[n + 8 >> 2] = 1, r <<= 3; r;) Te(n + 4 | 0, a[t >> 2], a[t + 4 >> 2]), r = r - 8 | 0, t = t + 8 | 0;
          a[e + 8 >> 2] = a[n + 12 >> 2], t = a[n + 8 >> 2], a[e >> 2] = a[n + 4 >> 2], a[e + 4 >> 2] = t, ne = n + 16 | 0;
        }
        function ke(e, t, r) {
          var n,
            i,
            s = 0,
            l = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0;
          for (ne = n = ne - 16 | 0, a[n + 12 >> 2] = 0, a[n + 4 >> 2] = 0, a[n + 8 >> 2] = 1, i = r - 1 | 0, f = 4, p = 2; (0 | r) != (0 | s);) {
            d = n + 4 | 0, h = (c = o[t + s | 0]) | h << 8, l = u((s >>> 0) / 3 | 0, 6), Wt(d, o[66580 + (h >>> p - l & 63) | 0]);
            e: {
              if (l = f + l | 0) {
                if ((0 | s) != (0 | i)) break e;
                c <<= l;
              }
              Wt(d, o[66580 + (63 & c) | 0]);
            }
            s = s + 1 | 0, p = p + 2 | 0, f = f - 2 | 0;
          }
          a[e + 8 >> 2] = a[n + 12 >> 2], t = a[n + 8 >> 2], a[e >> 2] = a[n + 4 >> 2], a[e + 4 >> 2] = t, ne = n + 16 | 0;
        }
        function Ae(e, t) {
          var r,
            n = 0,
            o = 0,
            i = 0;
          for (ne = r = ne - 16 | 0; br(r + 8 | 0, t), n = a[r + 8 >> 2];) o = a[r + 12 >> 2], i = n;
          a[e + 4 >> 2] = o, a[e >> 2] = i, ne = r + 16 | 0;
        }
        function _e(e, t, n, o) {
          var i;
          ne = i = ne - 16 | 0, t = 0 | G(a[t >> 2], a[n >> 2], a[o >> 2]), Ar(i + 8 | 0), o = 1, 1 != a[i + 8 >> 2] ? (o = 0, r[e + 1 | 0] = !!(0 | t)) : a[e + 4 >> 2] = a[i + 12 >> 2], r[0 | e] = o, ne = i + 16 | 0;
        }
        function Se(e, t, r, n) {
          return 0 | M(a[e >> 2], a[t >> 2], a[r >> 2], a[n >> 2]);
        }
        function Ue(e, t, r) {
          return 0 | fn[a[a[e + 4 >> 2] + 12 >> 2]](a[e >> 2], t, r);
        }
        function xe(e) {
          var t;
          return t = 0 | re(a[e + 4 >> 2], a[e + 8 >> 2]), vr(e), t;
        }
        function Ee(e, t) {
          var r;
          return !(e = (0 | (r = a[e + 8 >> 2])) == a[t + 8 >> 2] ? Pt(a[e + 4 >> 2], a[t + 4 >> 2], r) : 1);
        }
        function Oe(e, t) {
          var n,
            o = 0,
            i = 0,
            s = 0;
          (0 | (n = a[e + 8 >> 2])) == a[e >> 2] && (ne = o = ne - 16 | 0, i = (i = (s = a[e >> 2]) << 1) >>> 0 <= 8 ? 8 : i, yr(o + 4 | 0, s, a[e + 4 >> 2], i), 1 == a[o + 4 >> 2] && (Gt(a[o + 8 >> 2], a[o + 12 >> 2]), ei()), s = a[o + 8 >> 2], a[e >> 2] = i, a[e + 4 >> 2] = s, ne = o + 16 | 0), r[a[e + 4 >> 2] + n | 0] = t, a[e + 8 >> 2] = n + 1;
        }
        function je(e, t) {
          var r,
            n = 0;
          r = a[e + 8 >> 2], a[e >> 2] - r >>> 0 < t >>> 0 && (ne = n = ne - 16 | 0, wr(n + 8 | 0, e, r, t, 1, 1), -2147483647 != (0 | (e = a[n + 8 >> 2])) && (Gt(e, a[n + 12 >> 2]), ei()), ne = n + 16 | 0);
        }
        function Te(e, t, r) {
          var n,
            o = 0;
          je(e, r), o = a[e + 8 >> 2], (n = !!r) && (n && nn(a[e + 4 >> 2] + o | 0, t, r), o = a[e + 8 >> 2]), a[e + 8 >> 2] = r + o;
        }
        function Pe(e, t) {
          var r, n;
          n = a[e + 8 >> 2], je(e, r = t >>> 0 < 128 ? 1 : t >>> 0 < 2048 ? 2 : t >>> 0 < 65536 ? 3 : 4), Gr(t, a[e + 4 >> 2] + a[e + 8 >> 2] | 0), a[e + 8 >> 2] = n + r;
        }
        function Re(e, t, r, n) {
          var o,
            i = 0;
          ne = o = ne - 16 | 0, a[o + 12 >> 2] = 0, Gr(n, i = o + 12 | 0), i = Mr(t, r, i, n = n >>> 0 < 128 ? 1 : n >>> 0 < 2048 ? 2 : n >>> 0 < 65536 ? 3 : 4), a[e + 4 >> 2] = r - n, a[e >> 2] = i ? t + n | 0 : 0, ne = o + 16 | 0;
        }
        function Ie(e, t, r) {
          var n, o;
          return ne = n = ne - 16 | 0, a[n + 12 >> 2] = 0, Gr(r, o = n + 12 | 0), e = Mr(e, t, o, r >>> 0 < 128 ? 1 : r >>> 0 < 2048 ? 2 : r >>> 0 < 65536 ? 3 : 4), ne = n + 16 | 0, e;
        }
        function Ne(e, t, r) {
          var n,
            i,
            s,
            l,
            u,
            c,
            f,
            p,
            d,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0;
          for (ne = n = ne - 16 | 0, Fr(i = n + 4 | 0, a[r + 24 >> 2], a[r + 28 >> 2]), y = o[t + 316 | 0], v = a[r + 12 >> 2], g = a[r + 16 >> 2], l = a[n + 8 >> 2], u = a[n + 12 >> 2], ne = r = ne - 160 | 0, a[r + 36 >> 2] = 35, a[r + 32 >> 2] = 67445, h = a[t + 304 >> 2], b = a[h + 16 >> 2], a[r + 24 >> 2] = a[h + 12 >> 2], a[r + 28 >> 2] = b, we(r + 12 | 0, r + 24 | 0, 2), t = o[24 + (s = t + 276 | 0) | 0], b = o[h + 56 | 0], c = a[h + 24 >> 2], f = a[h + 28 >> 2], p = a[h + 40 >> 2], d = a[h + 36 >> 2], h = o[s + 26 | 0], a[r + 156 >> 2] = y ? 10 : 5, a[r + 152 >> 2] = y ? 67495 : 67055, a[r + 144 >> 2] = 67004, a[r + 140 >> 2] = h ? 5 : 8, a[r + 136 >> 2] = h ? 67513 : 67505, a[r + 132 >> 2] = 13, a[r + 128 >> 2] = 67557, a[r + 120 >> 2] = 67553, a[r + 116 >> 2] = 21, a[r + 112 >> 2] = 67532, a[r + 108 >> 2] = u, a[r + 104 >> 2] = l, a[r + 100 >> 2] = 14, a[r + 96 >> 2] = 67518, a[r + 92 >> 2] = g, a[r + 88 >> 2] = v, a[r + 84 >> 2] = 5, a[r + 80 >> 2] = 67374, a[r + 72 >> 2] = d, a[r + 76 >> 2] = p, a[r + 68 >> 2] = 12, a[r + 64 >> 2] = 66845, a[r + 56 >> 2] = c, a[r + 60 >> 2] = f, a[r + 48 >> 2] = b ? 67488 : 67480, a[r + 40 >> 2] = t ? 67574 : 67570, a[r + 36 >> 2] = 5, a[r + 32 >> 2] = 66734, a[r + 148 >> 2] = 7, a[r + 52 >> 2] = b ? 7 : 8, a[r + 124 >> 2] = 4, a[r + 44 >> 2] = t ? 5 : 4, t = 0; 128 != (0 | t) && (y = a[8 + (h = (r + 24 | 0) + t | 0) >> 2]);) b = a[h + 16 >> 2], v = a[h + 20 >> 2], g = a[h + 12 >> 2], Pe(h = r + 12 | 0, 38), Te(h, y, g), Pe(h, 61), Or(h, b, v), t = t + 16 | 0;
          a[e + 8 >> 2] = a[r + 20 >> 2], t = a[r + 16 >> 2], a[e >> 2] = a[r + 12 >> 2], a[e + 4 >> 2] = t, ne = r + 160 | 0, vr(i), ne = n + 16 | 0;
        }
        function Le(e, t, r) {
          var n;
          ne = n = ne - 16 | 0, t = 0 | Z(a[t >> 2], a[r >> 2]), Ar(n + 8 | 0), r = 1, 1 != a[n + 8 >> 2] ? r = 0 : t = a[n + 12 >> 2], a[e + 4 >> 2] = t, a[e >> 2] = r, ne = n + 16 | 0;
        }
        function Ce(e, t, r, n) {
          r |= 0, n |= 0, (e |= 0) ? fn[a[16 + (t |= 0) >> 2]](e, r, n) : (n >>> 0 >= 1028 && v(0 | n), r >>> 0 >= 1028 && v(0 | r), tn(), ei());
        }
        function Be(e, t, r) {
          if (r |= 0, e |= 0) return 0 | fn[a[16 + (t |= 0) >> 2]](e, r);
          r >>> 0 >= 1028 && v(0 | r), tn(), ei();
        }
        function ze(e, t, r) {
          var n;
          t |= 0, r |= 0, e = a[(e |= 0) >> 2], (n = a[e >> 2]) >>> 0 >= 1028 && v(0 | n), a[e >> 2] = t, r >>> 0 >= 1028 && v(0 | r);
        }
        function Me(e, t, r, n) {
          var o;
          ne = o = ne - 16 | 0, r = 0 | re(0 | r, 0 | n), a[o + 12 >> 2] = r, Le(o, t, o + 12 | 0), 1 & (n = a[o >> 2]) & (t = a[o + 4 >> 2]) >>> 0 >= 1028 && v(0 | t), r >>> 0 >= 1028 && v(0 | r), a[e + 4 >> 2] = t, a[e >> 2] = 1 ^ n, ne = o + 16 | 0;
        }
        function De(e, t, r, n) {
          var o;
          ne = o = ne - 16 | 0, t = a[t >> 2], n = 0 | re(0 | r, 0 | n), a[o + 12 >> 2] = n, Le(o, t, o + 12 | 0), 1 & (t = a[o >> 2]) & (r = a[o + 4 >> 2]) >>> 0 >= 1028 && v(0 | r), n >>> 0 >= 1028 && v(0 | n), a[e + 4 >> 2] = r, a[e >> 2] = 1 ^ t, ne = o + 16 | 0;
        }
        function Fe(e, t, r, n) {
          var i;
          ne = i = ne - 16 | 0, t = 0 | re(0 | t, 0 | r), a[i + 12 >> 2] = t, _e(i + 4 | 0, e, i + 12 | 0, n), o[i + 4 | 0] && (e = a[i + 8 >> 2]) >>> 0 >= 1028 && v(0 | e), t >>> 0 >= 1028 && v(0 | t), ne = i + 16 | 0;
        }
        function Ze(e, t, r, n) {
          var o;
          ne = o = ne - 16 | 0, t = $t(a[t >> 2], r, n), a[o + 12 >> 2] = t, n = 1, 0 | V(a[o + 12 >> 2]) || (n = 0, t >>> 0 < 1028 || v(0 | t)), a[e + 4 >> 2] = t, a[e >> 2] = n, ne = o + 16 | 0;
        }
        function Ge(e, t, n, o) {
          var i, s;
          ne = i = ne - 16 | 0, or(i, t, n, o, 1), t = a[i + 8 >> 2], s = a[i + 4 >> 2], o = a[i >> 2], ((n = a[i + 12 >> 2]) >>> 0 > 1 ? r[t + 1 | 0] >= -64 : 1 == (0 | n)) ? (a[e + 4 >> 2] = s, a[e + 12 >> 2] = n - 1, a[e + 8 >> 2] = t + 1) : o = 0, a[e >> 2] = o, ne = i + 16 | 0;
        }
        function He(e, t, n, o) {
          var i;
          ne = i = ne - 16 | 0, t = $t(t, n, o), a[i >> 2] = t;
          e: if (Et(i) || 0 | Y(a[i >> 2])) a[e >> 2] = -2147483648;else {
            if (Ve(i + 4 | 0, i), -2147483648 != a[i + 4 >> 2]) {
              a[e + 8 >> 2] = a[i + 12 >> 2], n = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = n;
              break e;
            }
            n = Ot(i), a[i + 4 >> 2] = -2147483645, 2 == (0 | (n &= 255)) ? (a[e + 8 >> 2] = a[i + 12 >> 2], n = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = n) : (a[e >> 2] = -2147483646, r[e + 4 | 0] = n, ce(i + 4 | 0));
          }
          t >>> 0 >= 1028 && v(0 | t), ne = i + 16 | 0;
        }
        function We(e, t, r, n) {
          var i,
            s = 0;
          ne = i = ne - 32 | 0, fn[a[a[t + 4 >> 2] + 12 >> 2]](i + 4 | 0, a[t >> 2], r, n);
          e: {
            if (-2147483648 != (0 | (r = a[i + 4 >> 2]))) {
              if (t = a[i + 12 >> 2], a[i + 24 >> 2] = t, n = a[i + 8 >> 2], a[i + 16 >> 2] = a[i + 4 >> 2], a[i + 20 >> 2] = n, t) t: {
                for (n = a[i + 20 >> 2];;) {
                  if (t) {
                    if (t = t - 1 | 0, s = o[0 | n], n = n + 1 | 0, (s - 127 & 255) >>> 0 > 160) continue;
                    break t;
                  }
                  break;
                }
                t = a[i + 12 >> 2], a[e + 4 >> 2] = a[i + 8 >> 2], a[e + 8 >> 2] = t, a[e >> 2] = r;
                break e;
              }
              vr(i + 16 | 0);
            }
            a[e >> 2] = -2147483648;
          }
          ne = i + 32 | 0;
        }
        function Ye(e, t, r, n) {
          var i,
            s = 0,
            l = 0,
            u = 0,
            c = 0;
          for (ne = i = ne - 32 | 0, a[i + 28 >> 2] = t, a[i + 24 >> 2] = e, a[i + 20 >> 2] = 66524;;) {
            e: if (br(i + 8 | 0, i + 20 | 0), s = a[i + 8 >> 2]) {
              if (a[i + 12 >> 2] != (0 | n)) continue;
              for (t = n, e = r, l = s;;) {
                if (!t) break e;
                if (u = o[0 | e], c = o[0 | l], e = e + 1 | 0, t = t - 1 | 0, l = l + 1 | 0, (255 & (((c - 65 & 255) >>> 0 < 26 ? 32 : 0) | c)) != (255 & (((u - 65 & 255) >>> 0 < 26 ? 32 : 0) | u))) break;
              }
              continue;
            }
            break;
          }
          return ne = i + 32 | 0, !!(0 | s);
        }
        function Qe(e, t) {
          var r,
            n,
            i,
            s,
            l = 0,
            u = 0,
            c = 0;
          n = 8 + (r = ne - 32 | 0) | 0, ne = l = (ne = r) - 16 | 0, a[l + 12 >> 2] = 0, Gr(46, i = l + 12 | 0), s = t - 1 | 0, t && (c = Pt(i, e + s | 0, 1) ? 0 : e), a[n + 4 >> 2] = s, a[n >> 2] = c, ne = l + 16 | 0, a[r + 20 >> 2] = 66363, l = t, t = a[r + 8 >> 2], a[r + 28 >> 2] = t ? a[r + 12 >> 2] : l, a[r + 24 >> 2] = t || e, Ae(r, r + 20 | 0);
          e: if (Mr(e = (t = a[r >> 2]) || 1, t = t ? a[r + 4 >> 2] : 0, 66382, 2) || Mr(e, t, 66384, 2)) for (e = e + 2 | 0, t = t - 2 | 0;;) {
            if (u = !t, !t) break e;
            if (t = t - 1 | 0, l = o[0 | e], e = e + 1 | 0, !((l - 48 & 255) >>> 0 < 10 | ((-33 & l) - 65 & 255) >>> 0 < 6)) break;
          } else {
            if (!t) break e;
            for (;;) {
              if (u = !t, !t) break e;
              if (t = t - 1 | 0, l = o[0 | e], e = e + 1 | 0, !((l - 48 & 255) >>> 0 < 10)) break;
            }
          }
          return ne = r + 32 | 0, u;
        }
        function Ve(e, t) {
          var r,
            n,
            o = 0,
            i = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          if (ne = r = ne - 32 | 0, q(0 | (n = r + 20 | 0), a[t >> 2]), t = a[r + 20 >> 2]) {
            if (o = a[r + 24 >> 2], a[r + 28 >> 2] = o, a[r + 24 >> 2] = t, a[r + 20 >> 2] = o, ne = c = ne - 16 | 0, p = r + 8 | 0, (t = a[n + 8 >> 2]) >>> 0 < s[n >> 2]) {
              ne = f = ne - 16 | 0, t >>> 0 > s[n >> 2] && (vt(67800, 73, 67836), ei()), d = c + 8 | 0, h = f + 8 | 0, ne = i = ne - 16 | 0, (o = a[n >> 2]) ? (a[i + 12 >> 2] = 1, b = a[n + 4 >> 2], l = o, o = i + 8 | 0) : o = i + 12 | 0, a[o >> 2] = l;
              e: {
                if (l = a[i + 12 >> 2]) {
                  if (u = a[i + 8 >> 2], t) {
                    if (o = t, !(u = kr(b, u, l, t))) break e;
                    a[n + 4 >> 2] = u;
                  } else u && kt(b, u, l), a[n + 4 >> 2] = 1;
                  a[n >> 2] = t;
                }
                l = -2147483647;
              }
              a[h + 4 >> 2] = o, a[h >> 2] = l, ne = i + 16 | 0, t = a[f + 12 >> 2], a[d >> 2] = a[f + 8 >> 2], a[d + 4 >> 2] = t, ne = f + 16 | 0, -2147483647 != (0 | (t = a[c + 8 >> 2])) && (Gt(t, a[c + 12 >> 2]), ei()), t = a[n + 8 >> 2];
            }
            a[p + 4 >> 2] = t, a[p >> 2] = a[n + 4 >> 2], ne = c + 16 | 0, o = a[r + 8 >> 2], t = a[r + 12 >> 2], a[e + 8 >> 2] = t, a[e + 4 >> 2] = o;
          } else t = -2147483648;
          a[e >> 2] = t, ne = r + 32 | 0;
        }
        function qe(e, t) {
          var r,
            n = 0;
          ne = r = ne - 32 | 0, a[r + 28 >> 2] = t, Ze(r + 16 | 0, r + 28 | 0, 66960, 6), t = 1 != (0 | (n = a[r + 16 >> 2])) ? 1024 : a[r + 20 >> 2], Ze(r + 8 | 0, r + 28 | 0, 66966, 4), 1 & a[r + 8 >> 2] ? (n = a[r + 12 >> 2], a[e + 24 >> 2] = t, a[e + 8 >> 2] = 6, a[e >> 2] = 0, a[e + 20 >> 2] = n) : (a[e >> 2] = 2, !(1 & n) | t >>> 0 < 1028 || v(0 | t)), ne = r + 32 | 0;
        }
        function Xe(e, t, r) {
          var n,
            o,
            i,
            s,
            l = 0,
            u = 0;
          if (ne = n = ne - 16 | 0, (t = t + r | 0) >>> 0 < r >>> 0 && (Gt(0, 0), ei()), o = n + 4 | 0, s = a[e + 4 >> 2], u = 1, r = 4, (t = l = (t = t >>> 0 > (l = (i = a[e >> 2]) << 1) >>> 0 ? t : l) >>> 0 <= 8 ? 8 : t) >>> 0 > 2147483647) t = 0;else {
            e: {
              t: {
                if (i) r = kr(s, i, 1, t);else {
                  if (!t) {
                    r = 1;
                    break t;
                  }
                  r = en(t, 1);
                }
                if (!r) {
                  a[o + 4 >> 2] = 1;
                  break e;
                }
              }
              a[o + 4 >> 2] = r, u = 0;
            }
            r = 8;
          }
          a[r + o >> 2] = t, a[o >> 2] = u, 1 == a[n + 4 >> 2] && (Gt(a[n + 8 >> 2], a[n + 12 >> 2]), ei()), t = a[n + 8 >> 2], a[e >> 2] = l, a[e + 4 >> 2] = t, ne = n + 16 | 0;
        }
        function Je(e, t, r) {
          var n,
            o,
            i = 0,
            s = 0;
          s = 4 + (n = ne - 16 | 0) | 0, ne = o = (ne = n) - 16 | 0;
          e: {
            if (r >>> 0 <= 2147483647) {
              if (!r) {
                a[s + 8 >> 2] = 1, a[s + 4 >> 2] = 0, i = 0;
                break e;
              }
              if (Ke(o + 8 | 0, 1, r), i = a[o + 8 >> 2]) {
                a[s + 8 >> 2] = i, a[s + 4 >> 2] = r, i = 0;
                break e;
              }
              a[s + 8 >> 2] = r, a[s + 4 >> 2] = 1;
            } else a[s + 4 >> 2] = 0;
            i = 1;
          }
          a[s >> 2] = i, ne = o + 16 | 0, i = a[n + 8 >> 2], 1 == a[n + 4 >> 2] && (Gt(i, a[n + 12 >> 2]), ei()), s = a[n + 12 >> 2], a[e + 8 >> 2] = 0, a[e + 4 >> 2] = s, a[e >> 2] = i, (i = !!r) && (i && nn(s, t, r), a[e + 8 >> 2] = r), ne = n + 16 | 0;
        }
        function $e(e, t) {
          var r,
            n = 0;
          (r = a[t + 8 >> 2]) ? (n = a[t + 4 >> 2], (t = en(r, 1)) || (Gt(1, r), ei()), r && nn(t, n, r)) : t = 1, a[e + 8 >> 2] = r, a[e + 4 >> 2] = t, a[e >> 2] = r;
        }
        function Ke(e, t, r) {
          r && (t = en(r, t)), a[e + 4 >> 2] = r, a[e >> 2] = t;
        }
        function et(e, t) {
          var r,
            n = 0,
            i = 0,
            s = 0;
          if (ne = r = ne - 16 | 0, Mr(e, t, 66382, 2) && 42 == (0 | t)) {
            for (a[r + 12 >> 2] = e + 42, a[r + 8 >> 2] = e + 2, t = a[(n = r + 8 | 0) >> 2], i = a[n + 4 >> 2]; (0 | (e = t)) != (0 | i) && (t = e + 1 | 0, a[n >> 2] = t, ((s = o[0 | e]) - 58 & 255) >>> 0 > 245 | ((-33 & s) - 71 & 255) >>> 0 > 249););
            n = (0 | e) == (0 | i);
          }
          return ne = r + 16 | 0, n;
        }
        function tt(e) {
          var t,
            r = 0,
            n = 0;
          ne = t = ne - 16 | 0, a[t + 12 >> 2] = e + 4, e = a[e >> 2], a[t + 8 >> 2] = e, a[e + 12 >> 2] && (r = a[4 + (e = e + 12 | 0) >> 2], (n = a[r >> 2]) && fn[0 | n](a[e >> 2]), (n = a[r + 4 >> 2]) && kt(a[e >> 2], n, a[r + 8 >> 2])), -1 != (0 | (e = a[t + 8 >> 2])) && (r = a[e + 4 >> 2] - 1 | 0, a[e + 4 >> 2] = r, r || kt(e, 24, 4)), ne = t + 16 | 0;
        }
        function rt(e) {
          var t = 0;
          wt((e = a[e >> 2]) + 48 | 0), fe(e + 12 | 0), (t = a[e + 56 >> 2]) >>> 0 >= 1028 && v(0 | t), pe(e + 40 | 0), -1 != (0 | e) && (t = a[e + 4 >> 2] - 1 | 0, a[e + 4 >> 2] = t, t || (a[e >> 2] = a[17152], a[17152] = e));
        }
        function nt(e) {
          var t = 0;
          e: if (e = a[e >> 2], vr(e + 8 | 0), vr(e + 20 | 0), vr(e + 32 | 0), vr(e + 44 | 0), -1 != (0 | e)) {
            if (t = a[e + 4 >> 2] - 1 | 0, a[e + 4 >> 2] = t, t) break e;
            a[e >> 2] = a[17152], a[17152] = e;
          }
        }
        function at(e) {
          var t = 0,
            r = 0;
          (e = a[e >> 2]) && (t = a[e + 24 >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e + 24 | 0), vr(e), vr(e + 12 | 0), a[e >> 2] = a[17151], a[17151] = e);
        }
        function ot(e) {
          var t, r;
          vr(e + 8 | 0), vr(e + 20 | 0), vr(e + 32 | 0), vr(e + 44 | 0), vr(e + 56 | 0), t = a[e + 68 >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e + 68 | 0);
        }
        function it(e) {
          var t = 0;
          3 != a[e >> 2] | a[e + 4 >> 2] && (vr(e + 144 | 0), -2147483648 != a[e + 56 >> 2] && pt(e + 56 | 0), (t = a[e + 168 >> 2]) && (ot(t), a[t >> 2] = a[17153], a[17153] = t), 2 != a[e >> 2] | a[e + 4 >> 2] && ct(e), (t = a[e + 172 >> 2]) && (ft(t), a[t >> 2] = a[17152], a[17152] = t), dt(e = e + 156 | 0), rn(e));
        }
        function st(e) {
          var t,
            r,
            n = 0,
            o = 0;
          r = n = a[e + 4 >> 2], 4 != (0 | (t = a[e >> 2])) | n && (o = a[e + 64 >> 2], n = a[o >> 2] - 1 | 0, a[o >> 2] = n, n || nt(e - -64 | 0), ft(n = a[e + 68 >> 2]), a[n >> 2] = a[17152], a[17152] = n, 3 != (0 | t) | r && Cr(e), (e = a[e + 72 >> 2]) && (ft(e), a[e >> 2] = a[17152], a[17152] = e));
        }
        function lt(e) {
          e: {
            t: switch (a[e >> 2] - 7 | 0) {
              case 5:
                _t(e + 4 | 0);
                break e;
              case 3:
                return void vr(e + 4 | 0);
              case 2:
                return dt(e = e + 4 | 0), void rn(e);
              case 1:
                return void ue(e + 4 | 0);
              case 0:
                break t;
              default:
                break e;
            }
            e = a[e + 4 >> 2], a[e >> 2] = a[17152], a[17152] = e;
          }
        }
        function ut(e) {
          var t = 0,
            r = 0;
          e: {
            t: {
              r: {
                n: {
                  a: switch (t = a[e >> 2], 0 | ((0 | t) >= 0 ? 3 : -2147483648 ^ t)) {
                    case 0:
                    case 1:
                    case 5:
                    case 7:
                    case 8:
                    case 9:
                    case 14:
                    case 16:
                      break e;
                    case 2:
                    case 4:
                    case 6:
                    case 10:
                    case 12:
                    case 13:
                    case 15:
                      break a;
                    case 3:
                      break r;
                    case 11:
                      break n;
                    default:
                      break t;
                  }
                  return void vr(e + 4 | 0);
                }
                return vr(e + 4 | 0), void vr(e + 16 | 0);
              }
              return vr(e), void vr(e + 12 | 0);
            }
            for (vr(e + 4 | 0), e = a[4 + (t = r = e + 16 | 0) >> 2] + 8 | 0, t = a[t + 8 >> 2]; t;) vr(e), t = t - 1 | 0, e = e + 20 | 0;
            Kt(r, 4, 20);
          }
        }
        function ct(e) {
          vr(e + 16 | 0), vr(e + 28 | 0), ue(e + 40 | 0);
        }
        function ft(e) {
          vr(e + 16 | 0), vr(e + 28 | 0), vr(e + 40 | 0), vr(e + 52 | 0);
        }
        function pt(e) {
          var t;
          for (vr(e), vr(e + 12 | 0), t = e + 24 | 0, e = 0; 60 != (0 | e);) ue(e + t | 0), e = e + 12 | 0;
        }
        function dt(e) {
          var t = 0;
          for (t = a[e + 8 >> 2], e = a[e + 4 >> 2]; t;) vr(e), t = t - 1 | 0, e = e + 12 | 0;
        }
        function ht(e) {
          var t = 0,
            r = 0,
            n = 0;
          e: if (t = e + 4 | 0, a[e >> 2]) ue(t);else {
            if (a[t >> 2] < 0) break e;
            r = a[e + 16 >> 2], n = a[r >> 2] - 1 | 0, a[r >> 2] = n, n || nt(e + 16 | 0), vr(t);
          }
        }
        function bt(e, t, r) {
          var n, o;
          ne = n = ne - 32 | 0, qt(o = n + 20 | 0, t), a[n + 8 >> 2] = 18, a[n + 4 >> 2] = 67320, t = a[n + 28 >> 2], a[n + 12 >> 2] = a[n + 24 >> 2], a[n + 16 >> 2] = t, we(e + 4 | 0, n + 4 | 0, 2), a[e >> 2] = -2147483633, a[e + 16 >> 2] = r, vr(o), ne = n + 32 | 0;
        }
        function yt(e, t, r) {
          var n, o;
          ne = n = ne - 32 | 0, Fr(o = n + 20 | 0, t, r), a[n + 8 >> 2] = 10, a[n + 4 >> 2] = 66337, t = a[n + 28 >> 2], a[n + 12 >> 2] = a[n + 24 >> 2], a[n + 16 >> 2] = t, we(e, n + 4 | 0, 2), vr(o), ne = n + 32 | 0;
        }
        function vt(e, t, r) {
          var i = 0;
          ne = i = ne - 32 | 0, a[i + 16 >> 2] = t, a[i + 12 >> 2] = e, n[i + 28 >> 1] = 1, a[i + 24 >> 2] = r, a[i + 20 >> 2] = i + 12, ne = t = ne - 16 | 0, r = a[(e = i + 20 | 0) >> 2], i = a[e + 4 >> 2], a[t + 12 >> 2] = e, a[t + 4 >> 2] = r, a[t + 8 >> 2] = i, ne = e = ne - 16 | 0, r = a[(t = t + 4 | 0) >> 2], 1 & (i = a[r + 4 >> 2]) ? (r = a[r >> 2], a[e + 4 >> 2] = i >>> 1, a[e >> 2] = r, r = e, e = a[t + 8 >> 2], Ir(r, 68164, a[t + 4 >> 2], o[e + 8 | 0], o[e + 9 | 0])) : (a[e >> 2] = -2147483648, a[e + 12 >> 2] = t, r = e, e = a[t + 8 >> 2], Ir(r, 68192, a[t + 4 >> 2], o[e + 8 | 0], o[e + 9 | 0])), ei();
        }
        function gt(e, t, r) {
          var n, o;
          ne = n = ne - 32 | 0, o = Ht(4, 20), $e(n + 20 | 0, r), a[o + 4 >> 2] = 5, a[o >> 2] = 66739, r = a[n + 24 >> 2], a[o + 8 >> 2] = a[n + 20 >> 2], a[o + 12 >> 2] = r, a[o + 16 >> 2] = a[n + 28 >> 2], a[n + 16 >> 2] = 1, a[n + 12 >> 2] = o, a[n + 8 >> 2] = 1, ir(e, t, 66744, 13, n + 8 | 0), ne = n + 32 | 0;
        }
        function mt(e, t, r, n) {
          var i,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0;
          ne = i = ne - 48 | 0, u = 1, s = 67293, l = 5;
          e: {
            t: {
              r: {
                n: {
                  a: switch (c = a[t >> 2], (c >> 31 & c - 2147483647) - 1 | 0) {
                    case 0:
                      break t;
                    case 1:
                      break n;
                    case 2:
                      break a;
                    default:
                      break r;
                  }
                  me(i, o[t + 4 | 0], 0), t = a[i + 8 >> 2], a[i + 40 >> 2] = a[i + 4 >> 2], a[i + 44 >> 2] = t, a[i + 36 >> 2] = n, a[i + 32 >> 2] = r, a[i + 28 >> 2] = 6, a[i + 24 >> 2] = 67298, ur(i + 12 | 0, 67277, 10, i + 24 | 0, 3), -2147483648 == a[i + 12 >> 2] ? (a[e + 8 >> 2] = 0, a[e >> 2] = 0, a[e + 4 >> 2] = 1) : (a[e + 8 >> 2] = a[i + 20 >> 2], t = a[i + 16 >> 2], a[e >> 2] = a[i + 12 >> 2], a[e + 4 >> 2] = t), vr(i);
                  break e;
                }
                s = 67221, l = 9;
                break t;
              }
              f = a[t + 8 >> 2], u = a[t + 4 >> 2], s = 67287, l = 6;
            }
            a[i + 44 >> 2] = f, a[i + 40 >> 2] = u, a[i + 36 >> 2] = n, a[i + 32 >> 2] = r, a[i + 28 >> 2] = l, a[i + 24 >> 2] = s, ur(i + 12 | 0, 67277, 10, i + 24 | 0, 3), -2147483648 == a[i + 12 >> 2] ? (a[e + 8 >> 2] = 0, a[e >> 2] = 0, a[e + 4 >> 2] = 1) : (a[e + 8 >> 2] = a[i + 20 >> 2], t = a[i + 16 >> 2], a[e >> 2] = a[i + 12 >> 2], a[e + 4 >> 2] = t);
          }
          ne = i + 48 | 0;
        }
        function wt(e) {
          var t = 0,
            r = 0;
          t = a[e + 4 >> 2], (r = a[t >> 2]) && fn[0 | r](a[e >> 2]), (r = a[t + 4 >> 2]) && (t = a[t + 8 >> 2]) >>> 0 <= 65536 && (e = a[e >> 2], t = 32 - p(((t = t >>> 0 > r >>> 0 ? t : r) >>> 0 <= 16 ? 16 : t) - 1 | 0) << 2, a[e >> 2] = a[t + 68584 >> 2], a[t + 68584 >> 2] = e);
        }
        function kt(e, t, r) {
          r >>> 0 <= 65536 && (t = p(((t = t >>> 0 < r >>> 0 ? r : t) >>> 0 <= 16 ? 16 : t) - 1 | 0)) && (t = 32 - t << 2, a[e >> 2] = a[t + 68584 >> 2], a[t + 68584 >> 2] = e);
        }
        function At(e, t) {
          var r = 0,
            n = 0,
            o = 0;
          if (e >>> 0 <= 65536) {
            if (t = p(((e = e >>> 0 > t >>> 0 ? e : t) >>> 0 <= 16 ? 16 : e) - 1 | 0)) {
              if (e = a[(r = 68712 + (0 - t << 2) | 0) >> 2]) return a[r >> 2] = a[e >> 2], e;
              e = 0, 1 != (0 | ln(t = (r = 1 + (-1 >>> t | 0) | 0) >>> 0 >= 65536 ? 65536 : r)) && (vt(65556, 83, 66252), ei());
              e: {
                if ((n = a[17179]) >>> 0 >= r >>> 0 && (t = ((t + (o = a[17178]) | 0) - 1 & 0 - t) - o | 0) >>> 0 <= n - r >>> 0) e = t + o | 0, a[17178] = r + e, t = n - (t + r | 0) | 0;else {
                  if (-1 == (0 | (t = dn((n = r >>> 0 <= 65536 ? 65536 : r) >>> 16 | 0))) || !(t <<= 16)) break e;
                  a[17178] = t + r, e = t, t = n - r | 0;
                }
                a[17179] = t;
              }
            } else e = 0;
          } else e = 0;
          return e;
        }
        function _t(e) {
          var t,
            r = 0;
          (t = a[e >> 2]) && (e = a[e + 4 >> 2], (r = a[e >> 2]) && fn[0 | r](t), !(r = a[e + 4 >> 2]) || (e = a[e + 8 >> 2]) >>> 0 > 65536 || (e = 32 - p(((e = e >>> 0 > r >>> 0 ? e : r) >>> 0 <= 16 ? 16 : e) - 1 | 0) << 2, a[t >> 2] = a[e + 68584 >> 2], a[e + 68584 >> 2] = t));
        }
        function St(e) {
          return 0 | z(a[e >> 2]);
        }
        function Ut(e) {
          return 0 | F(a[e >> 2]);
        }
        function xt(e) {
          return !!(0 | Q(a[e >> 2]));
        }
        function Et(e) {
          return !!(0 | $(a[e >> 2]));
        }
        function Ot(e) {
          return 16777215 == (0 | (e = 0 | X(a[e >> 2]))) ? 2 : !!(0 | e);
        }
        function jt(e, t, r) {
          var n,
            i = 0,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          if (ne = n = ne - 16 | 0, r) e: {
            for (;;) {
              if (r) {
                if (((c = o[0 | t]) - 58 & 255) >>> 0 < 246 || (i = on(i, 0, 10), s = (l = ie) + on(s, 0, 10) | 0, a[n >> 2] = i, a[n + 4 >> 2] = s, i = (u = ie) + (s >>> 0 < l >>> 0) | 0, a[n + 8 >> 2] = i, a[n + 12 >> 2] = i >>> 0 < u >>> 0, a[n + 8 >> 2] | a[n + 12 >> 2])) break e;
                if (t = t + 1 | 0, r = r - 1 | 0, f = (i = l = a[n + 4 >> 2]) + 1 | 0, (0 | (s = (i = (u = a[n >> 2]) + (s = c - 48 & 255) | 0) >>> 0 < s >>> 0 ? f : l)) == (0 | l) & i >>> 0 >= u >>> 0 | s >>> 0 > l >>> 0) continue;
                break e;
              }
              break;
            }
            a[e + 8 >> 2] = i, a[e + 12 >> 2] = s, p = 1;
          }
          a[e >> 2] = p, a[e + 4 >> 2] = 0, ne = n + 16 | 0;
        }
        function Tt(e, t, r) {
          var n = 0;
          if (a[e + 8 >> 2] == (0 | r)) {
            for (e = a[e + 4 >> 2]; r;) r = r - 1 | 0, n = o[0 | t] ^ o[0 | e] | n, t = t + 1 | 0, e = e + 1 | 0;
            e = !(255 & n);
          } else e = 0;
          return e;
        }
        function Pt(e, t, r) {
          var n = 0,
            a = 0,
            i = 0;
          if (r) e: {
            for (;;) {
              if ((0 | (n = o[0 | e])) == (0 | (a = o[0 | t]))) {
                if (e = e + 1 | 0, t = t + 1 | 0, r = r - 1 | 0) continue;
                break e;
              }
              break;
            }
            i = n - a | 0;
          }
          return i;
        }
        function Rt(e, t, n, o, i) {
          var s = 0,
            l = 0;
          e: {
            t: {
              r: {
                n: switch (s = a[t >> 2], ((0 | s) >= 0 ? 1 : -2147483648 ^ s) - 1 | 0) {
                  case 0:
                    break r;
                  case 1:
                  case 2:
                    break n;
                  default:
                    break t;
                }
                r[e + 5 | 0] = 1;
                break e;
              }
              i <<= 3, s = a[t + 4 >> 2], t = a[t + 8 >> 2];
              r: {
                for (;;) {
                  if (!i) break r;
                  if ((0 | t) == a[o + 4 >> 2] && !Pt(a[o >> 2], s, t)) break;
                  o = o + 8 | 0, i = i - 8 | 0, l = l + 1 | 0;
                }
                return a[e + 4 >> 2] = l, void (a[e >> 2] = 1);
              }
              r[e + 5 | 0] = 9;
              break e;
            }
            return void (a[e >> 2] = 0);
          }
          r[e + 4 | 0] = n, a[e >> 2] = 2;
        }
        function It(e, t, o) {
          var i,
            s = 0,
            l = 0,
            u = 0;
          ne = i = ne - 32 | 0, 2 != a[t + 256 >> 2] && ht(t + 256 | 0), r[t + 275 | 0] = 0, r[t + 274 | 0] = o, n[t + 272 >> 1] = 0, a[t + 256 >> 2] = 1, a[t + 260 >> 2] = -2147483648, o = 1;
          e: if (s = a[t + 312 >> 2]) {
            if (l = a[s + 16 >> 2], a[i + 24 >> 2] = a[s + 12 >> 2], a[i + 28 >> 2] = l, a[i + 20 >> 2] = 16, a[i + 16 >> 2] = 66308, we(i + 4 | 0, i + 16 | 0, 2), s = 0, -2147483648 == (0 | (l = a[i + 4 >> 2]))) break e;
            u = a[i + 12 >> 2], o = a[i + 8 >> 2], s = l;
          } else s = 0;
          r[e + 16 | 0] = 0, a[e + 12 >> 2] = u, a[e + 8 >> 2] = o, a[e + 4 >> 2] = s, a[e >> 2] = -2147483644, r[t + 318 | 0] = 12, ne = i + 32 | 0;
        }
        function Nt(e, t, o) {
          2 != a[t + 256 >> 2] && ht(t + 256 | 0), r[t + 318 | 0] = 13, r[t + 275 | 0] = 0, r[t + 274 | 0] = o, n[t + 272 >> 1] = 0, a[t + 256 >> 2] = 1, a[t + 260 >> 2] = -2147483648, a[e >> 2] = -2147483640;
        }
        function Lt(e, t, n) {
          var i,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0;
          ne = i = ne - 96 | 0, r[t + 318 | 0] = 11, l = a[t + 32 >> 2], f = a[t + 36 >> 2], u = a[n + 20 >> 2], a[i + 48 >> 2] = a[n + 16 >> 2], a[i + 52 >> 2] = u, u = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = u, u = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = u;
          e: {
            if (3 != (0 | l) | f) t: {
              se(i + 4 | 0, t + 32 | 0, n);
              r: switch (a[i + 4 >> 2] + 2147483630 | 0) {
                default:
                  a[e + 24 >> 2] = a[i + 28 >> 2], t = a[i + 24 >> 2], a[e + 16 >> 2] = a[i + 20 >> 2], a[e + 20 >> 2] = t, t = a[i + 16 >> 2], a[e + 8 >> 2] = a[i + 12 >> 2], a[e + 12 >> 2] = t, t = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = t;
                  break e;
                case 0:
                  break r;
                case 1:
                  break t;
              }
              if (-2147483647 == a[i + 8 >> 2]) {
                if (f = a[i + 12 >> 2], l = a[(n = f) + 20 >> 2], a[i + 48 >> 2] = a[n + 16 >> 2], a[i + 52 >> 2] = l, l = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = l, l = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = l, d = a[n + 24 >> 2], a[i + 56 >> 2] = d, l = a[n + 20 >> 2], a[i + 72 >> 2] = l, u = a[n + 16 >> 2], a[i + 64 >> 2] = a[n + 12 >> 2], a[i + 68 >> 2] = u, !l) {
                  a[8 + (n = i - -64 | 0) >> 2] = 0, h = a[4 + (l = t + 288 | 0) >> 2];
                  r: {
                    if ((l = a[l + 8 >> 2]) >>> 0 <= s[n >> 2]) {
                      if (!l) break r;
                    } else ne = c = ne - 16 | 0, u = (u = l >>> 0 > (u = (p = a[n >> 2]) << 1) >>> 0 ? l : u) >>> 0 <= 8 ? 8 : u, yr(c + 4 | 0, p, a[n + 4 >> 2], u), 1 == a[c + 4 >> 2] && (Gt(a[c + 8 >> 2], a[c + 12 >> 2]), ei()), p = a[c + 8 >> 2], a[n >> 2] = u, a[n + 4 >> 2] = p, ne = c + 16 | 0, c = a[n + 8 >> 2];
                    l && nn(a[n + 4 >> 2] + c | 0, h, l);
                  }
                  a[n + 8 >> 2] = l + c;
                }
                a[i + 88 >> 2] = a[i + 72 >> 2], n = a[i + 68 >> 2], a[i + 80 >> 2] = a[i + 64 >> 2], a[i + 84 >> 2] = n, 2 != a[t + 256 >> 2] && ht(t + 256 | 0), a[t + 256 >> 2] = 0, n = a[i + 84 >> 2], a[t + 260 >> 2] = a[i + 80 >> 2], a[t + 264 >> 2] = n, a[t + 268 >> 2] = a[i + 88 >> 2], r[t + 318 | 0] = 13, a[t + 272 >> 2] = d, a[e >> 2] = -2147483640, vr(i + 32 | 0), a[f >> 2] = a[17151], a[17151] = f;
                break e;
              }
              if (n = i + 8 | 0, 7 == (0 | (l = o[i + 22 | 0]))) {
                l = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = l, l = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = l, It(e, t, 7), ue(i + 32 | 0);
                break e;
              }
              if (17 == (0 | l)) {
                r[t + 318 | 0] = 8, a[e >> 2] = -2147483634, a[e + 4 >> 2] = 250, e = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = e, e = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = e, ue(i + 32 | 0);
                break e;
              }
              2 != a[t + 256 >> 2] && ht(t + 256 | 0), a[t + 256 >> 2] = 1, r[t + 318 | 0] = 13, a[e >> 2] = -2147483640, e = a[n + 4 >> 2], a[t + 260 >> 2] = a[n >> 2], a[t + 264 >> 2] = e, e = a[n + 12 >> 2], a[t + 268 >> 2] = a[n + 8 >> 2], a[t + 272 >> 2] = e;
              break e;
            } else lt(i + 32 | 0);
            a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1;
          }
          ne = i + 96 | 0;
        }
        function Ct(e, t, n) {
          var i,
            s,
            l,
            u,
            c = 0;
          ne = i = ne + -64 | 0, r[t + 316 | 0] = 5, s = Mr(a[t + 304 >> 2], a[t + 308 >> 2], 66325, 6), l = a[t >> 2], u = a[t + 4 >> 2], c = a[n + 20 >> 2], a[i + 56 >> 2] = a[n + 16 >> 2], a[i + 60 >> 2] = c, c = a[n + 12 >> 2], a[i + 48 >> 2] = a[n + 8 >> 2], a[i + 52 >> 2] = c, c = a[n + 4 >> 2], a[i + 40 >> 2] = a[n >> 2], a[i + 44 >> 2] = c;
          e: {
            if (3 != (0 | l) | u) t: {
              se(i + 12 | 0, t, n);
              r: switch (a[i + 12 >> 2] + 2147483630 | 0) {
                default:
                  a[e + 24 >> 2] = a[i + 36 >> 2], t = a[i + 32 >> 2], a[e + 16 >> 2] = a[i + 28 >> 2], a[e + 20 >> 2] = t, t = a[i + 24 >> 2], a[e + 8 >> 2] = a[i + 20 >> 2], a[e + 12 >> 2] = t, t = a[i + 16 >> 2], a[e >> 2] = a[i + 12 >> 2], a[e + 4 >> 2] = t;
                  break e;
                case 0:
                  break r;
                case 1:
                  break t;
              }
              if (-2147483647 == a[i + 16 >> 2]) {
                n = a[i + 20 >> 2], at(t + 312 | 0), a[t + 312 >> 2] = n, s ? (mt(e + 4 | 0, 66860, a[t + 304 >> 2], a[t + 308 >> 2]), a[e >> 2] = -2147483635, r[t + 316 | 0] = 7) : Dt(e, t);
                break e;
              }
              if (n = i + 16 | 0, !s) {
                a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1, t = a[n + 12 >> 2], a[e + 16 >> 2] = a[n + 8 >> 2], a[e + 20 >> 2] = t, t = a[n + 4 >> 2], a[e + 8 >> 2] = a[n >> 2], a[e + 12 >> 2] = t;
                break e;
              }
              17 == o[i + 30 | 0] ? (r[t + 316 | 0] = 6, a[e >> 2] = -2147483634, a[e + 4 >> 2] = 8e3, e = a[n + 12 >> 2], a[i + 48 >> 2] = a[n + 8 >> 2], a[i + 52 >> 2] = e, e = a[n + 4 >> 2], a[i + 40 >> 2] = a[n >> 2], a[i + 44 >> 2] = e, ue(i + 40 | 0)) : sr(e, t, n);
              break e;
            } else lt(i + 40 | 0);
            a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1;
          }
          ne = i - -64 | 0;
        }
        function Bt(e, t, n) {
          var i,
            s,
            l,
            c,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0;
          ne = c = ne - 32 | 0, r[t + 318 | 0] = 5, s = c + 4 | 0, l = t + 216 | 0, ne = i = ne - 192 | 0;
          e: {
            t: {
              r: {
                n: {
                  a: {
                    o: switch (f = a[n >> 2], f - 8 | 0) {
                      case 0:
                        break a;
                      case 1:
                        break o;
                      default:
                        break n;
                    }
                    a[i + 16 >> 2] = a[n + 12 >> 2], f = a[n + 8 >> 2], a[i + 8 >> 2] = a[n + 4 >> 2], a[i + 12 >> 2] = f, dt(f = l + 8 | 0), rn(f), a[l + 16 >> 2] = a[i + 16 >> 2], f = a[i + 12 >> 2], a[l + 8 >> 2] = a[i + 8 >> 2], a[l + 12 >> 2] = f;
                    break r;
                  }
                  if (-2147483648 == (0 | (d = a[n + 4 >> 2])) ? a[i + 32 >> 2] = -2147483648 : (f = a[n + 8 >> 2], p = a[n + 12 >> 2], a[i + 120 >> 2] = d, a[i + 124 >> 2] = f, a[i + 128 >> 2] = p, Wr(i + 24 | 0, 1, 0, f, p), vr(i + 120 | 0)), f = a[l + 20 >> 2], a[l + 20 >> 2] = -2147483648, -2147483648 == (0 | f)) {
                    if (-2147483648 == a[i + 32 >> 2]) break r;
                    ot(i + 24 | 0);
                    break r;
                  }
                  if (p = a[l + 28 >> 2], a[i + 100 >> 2] = a[l + 24 >> 2], a[i + 104 >> 2] = p, a[i + 96 >> 2] = f, !(-2147483648 == (0 | (p = a[i + 32 >> 2])) || (f = a[i + 24 >> 2], b = d = a[i + 28 >> 2], a[i + 128 >> 2] = p, a[i + 120 >> 2] = f, a[i + 124 >> 2] = d, nn(12 + (h = i + 120 | 0) | 0, i + 36 | 0, 60), d = a[l >> 2], p = a[l + 4 >> 2], ot(h), v = (h = (y = f >>> 0 < d >>> 0) & (0 | p) == (0 | b) | p >>> 0 > b >>> 0) ? d - f | 0 : f - d | 0, !(f = h ? p - ((f >>> 0 > d >>> 0) + b | 0) | 0 : b - (p + y | 0) | 0) & v >>> 0 > 36e5 | f))) {
                    vr(i + 96 | 0);
                    break r;
                  }
                  if (a[s + 12 >> 2] = a[i + 104 >> 2], f = a[i + 100 >> 2], a[s + 4 >> 2] = a[i + 96 >> 2], a[s + 8 >> 2] = f, r[s + 16 | 0] = 0, a[s >> 2] = -2147483644, 8 != (14 & a[n >> 2])) break t;
                  break e;
                }
                if (!f) {
                  a[s + 8 >> 2] = 16, a[s + 4 >> 2] = 66308, a[s >> 2] = -2147483643;
                  break t;
                }
              }
              if ((f = a[l + 16 >> 2]) && (f = f - 1 | 0, a[l + 16 >> 2] = f, f = a[l + 12 >> 2] + u(f, 12) | 0, -2147483648 != (0 | (p = a[f >> 2]))) ? (d = a[f + 8 >> 2], a[i + 112 >> 2] = a[f + 4 >> 2], a[i + 116 >> 2] = d, a[i + 108 >> 2] = p, $e(i + 120 | 0, i + 108 | 0), ue(l + 20 | 0), a[l + 28 >> 2] = a[i + 128 >> 2], f = a[i + 124 >> 2], a[l + 20 >> 2] = a[i + 120 >> 2], a[l + 24 >> 2] = f, a[s + 12 >> 2] = a[i + 116 >> 2], f = a[i + 112 >> 2], a[s + 4 >> 2] = a[i + 108 >> 2], a[s + 8 >> 2] = f, r[s + 16 | 0] = 0, a[s >> 2] = -2147483646) : (a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647), 8 == (14 & a[n >> 2])) break e;
            }
            lt(n);
          }
          ne = i + 192 | 0, -2147483630 == a[c + 4 >> 2] ? (-2147483630 != a[s >> 2] ? ut(s) : -2147483647 != a[s + 4 >> 2] && ue(s + 4 | 0), (n = a[t + 312 >> 2]) ? o[t + 316 | 0] ? (Ne(e + 4 | 0, t, n), r[e + 16 | 0] = 0, a[e >> 2] = -2147483638, r[t + 318 | 0] = 6) : (yt(e + 4 | 0, a[n + 12 >> 2], a[n + 16 >> 2]), a[e >> 2] = -2147483636, r[t + 318 | 0] = 7) : (a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1)) : (a[e + 24 >> 2] = a[c + 28 >> 2], t = a[c + 24 >> 2], a[e + 16 >> 2] = a[c + 20 >> 2], a[e + 20 >> 2] = t, t = a[c + 16 >> 2], a[e + 8 >> 2] = a[c + 12 >> 2], a[e + 12 >> 2] = t, t = a[c + 8 >> 2], a[e >> 2] = a[c + 4 >> 2], a[e + 4 >> 2] = t), ne = c + 32 | 0;
        }
        function zt(e, t) {
          var n,
            i = 0,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0;
          ne = n = ne - 48 | 0, (l = a[t + 312 >> 2]) ? (i = a[l + 16 >> 2], a[n + 40 >> 2] = a[l + 12 >> 2], a[n + 44 >> 2] = i, a[n + 36 >> 2] = 16, a[n + 32 >> 2] = 66308, we(n + 8 | 0, n + 32 | 0, 2), u = n + 20 | 0, ne = i = ne - 144 | 0, me(i + 12 | 0, a[l >> 2], a[l + 4 >> 2]), c = a[l + 68 >> 2], s = o[c + 57 | 0], qt(f = i + 68 | 0, l + 68 | 0), $e(i + 80 | 0, c + 32 | 0), Je(i + 92 | 0, s ? 66324 : 1, s), a[i + 32 >> 2] = a[i + 76 >> 2], s = a[i + 72 >> 2], a[i + 24 >> 2] = a[i + 68 >> 2], a[i + 28 >> 2] = s, a[i + 48 >> 2] = a[i + 88 >> 2], s = a[i + 84 >> 2], a[i + 40 >> 2] = a[i + 80 >> 2], a[i + 44 >> 2] = s, a[i + 64 >> 2] = a[i + 100 >> 2], s = a[i + 96 >> 2], a[i + 56 >> 2] = a[i + 92 >> 2], a[i + 60 >> 2] = s, s = a[i + 64 >> 2], a[i + 124 >> 2] = a[i + 60 >> 2], a[i + 128 >> 2] = s, s = a[i + 48 >> 2], a[i + 116 >> 2] = a[i + 44 >> 2], a[i + 120 >> 2] = s, s = a[i + 32 >> 2], a[i + 108 >> 2] = a[i + 28 >> 2], a[i + 112 >> 2] = s, s = a[i + 20 >> 2], a[i + 100 >> 2] = a[i + 16 >> 2], a[i + 104 >> 2] = s, s = a[l + 64 >> 2], a[i + 92 >> 2] = a[l + 60 >> 2], a[i + 96 >> 2] = s, s = a[l + 52 >> 2], a[i + 84 >> 2] = a[l + 48 >> 2], a[i + 88 >> 2] = s, s = a[l + 40 >> 2], a[i + 76 >> 2] = a[l + 36 >> 2], a[i + 80 >> 2] = s, s = a[l + 28 >> 2], a[i + 68 >> 2] = a[l + 24 >> 2], a[i + 72 >> 2] = s, ur(i + 132 | 0, 66324, 1, f, 8), -2147483648 == a[i + 132 >> 2] ? (a[u + 8 >> 2] = 0, a[u >> 2] = 0, a[u + 4 >> 2] = 1) : (a[u + 8 >> 2] = a[i + 140 >> 2], l = a[i + 136 >> 2], a[u >> 2] = a[i + 132 >> 2], a[u + 4 >> 2] = l), vr(i + 56 | 0), vr(i + 40 | 0), vr(i + 24 | 0), vr(i + 12 | 0), ne = i + 144 | 0, r[t + 318 | 0] = 4, r[e + 24 | 0] = 0, t = a[n + 12 >> 2], a[e >> 2] = a[n + 8 >> 2], a[e + 4 >> 2] = t, t = a[n + 20 >> 2], a[e + 8 >> 2] = a[n + 16 >> 2], a[e + 12 >> 2] = t, t = a[n + 28 >> 2], a[e + 16 >> 2] = a[n + 24 >> 2], a[e + 20 >> 2] = t) : (a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1), ne = n + 48 | 0;
        }
        function Mt(e, t, r) {
          var n,
            o = 0;
          ne = n = ne - 272 | 0, o = a[t + 184 >> 2], a[t + 184 >> 2] = -2147483648, -2147483648 == (0 | o) ? (a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1) : (a[n >> 2] = o, nn(n + 4 | 0, t + 188 | 0, 84), lr(o = n + 88 | 0, r, a[t + 304 >> 2], a[t + 308 >> 2], n), it(t), nn(t, o, 184), a[n + 88 >> 2] = 0, Ct(e, t, o)), ne = n + 272 | 0;
        }
        function Dt(e, t) {
          var n,
            o,
            i = 0,
            s = 0,
            l = 0;
          ne = o = ne - 48 | 0, n = a[t + 312 >> 2], a[t + 312 >> 2] = 0, n ? (i = a[n + 24 >> 2], a[o + 12 >> 2] = i, l = a[n + 8 >> 2], a[o + 24 >> 2] = l, s = a[n + 4 >> 2], a[o + 16 >> 2] = a[n >> 2], a[o + 20 >> 2] = s, a[o + 40 >> 2] = a[n + 20 >> 2], s = a[n + 16 >> 2], a[o + 32 >> 2] = a[n + 12 >> 2], a[o + 36 >> 2] = s, l ? (r[t + 316 | 0] = 13, r[e + 16 | 0] = 1, a[e >> 2] = -2147483638, a[e + 12 >> 2] = a[n + 8 >> 2], t = a[n + 4 >> 2], a[e + 4 >> 2] = a[n >> 2], a[e + 8 >> 2] = t, vr(o + 32 | 0), e = a[i >> 2] - 1 | 0, a[i >> 2] = e, e || nt(o + 12 | 0)) : (a[e + 20 >> 2] = i, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 0, t = n + 12 | 0, a[e + 16 >> 2] = a[t + 8 >> 2], i = a[t + 4 >> 2], a[e + 8 >> 2] = a[t >> 2], a[e + 12 >> 2] = i, vr(o + 16 | 0)), a[n >> 2] = a[17151], a[17151] = n) : (a[e + 20 >> 2] = 1441792, a[e + 8 >> 2] = -2147483648, a[e >> 2] = -2147483630, a[e + 4 >> 2] = 1), ne = o + 48 | 0;
        }
        function Ft(e, t) {
          var r,
            n,
            o = 0;
          ne = r = ne - 32 | 0, n = a[t + 168 >> 2], a[t + 168 >> 2] = 0, n ? (o = a[n + 68 >> 2], a[r + 16 >> 2] = a[n + 52 >> 2], t = a[n + 48 >> 2], a[r + 8 >> 2] = a[n + 44 >> 2], a[r + 12 >> 2] = t, t = a[n + 60 >> 2], a[r + 20 >> 2] = a[n + 56 >> 2], a[r + 24 >> 2] = t, a[r + 28 >> 2] = a[n + 64 >> 2], t = Ht(4, 28), a[t + 24 >> 2] = o, o = a[r + 28 >> 2], a[t + 16 >> 2] = a[r + 24 >> 2], a[t + 20 >> 2] = o, o = a[r + 20 >> 2], a[t + 8 >> 2] = a[r + 16 >> 2], a[t + 12 >> 2] = o, o = a[r + 12 >> 2], a[t >> 2] = a[r + 8 >> 2], a[t + 4 >> 2] = o, a[e + 8 >> 2] = t, vr(n + 8 | 0), vr(n + 20 | 0), vr(n + 32 | 0), a[n >> 2] = a[17153], a[17153] = n, t = -2147483647) : (a[e + 16 >> 2] = 1441792, t = -2147483648), a[e >> 2] = -2147483630, a[e + 4 >> 2] = t, ne = r + 32 | 0;
        }
        function Zt(e, t) {
          var n = 0,
            i = 0,
            s = 0;
          o[t + 76 | 0] ? (s = a[t + 68 >> 2], ne = n = ne - 48 | 0, i = Ht(4, 40), Je(n + 24 | 0, 66711, 13), $e(n + 36 | 0, s + 28 | 0), a[i + 4 >> 2] = 10, a[i >> 2] = 66779, a[i + 24 >> 2] = 13, a[i + 20 >> 2] = 66711, s = a[n + 28 >> 2], a[i + 8 >> 2] = a[n + 24 >> 2], a[i + 12 >> 2] = s, a[i + 16 >> 2] = a[n + 32 >> 2], s = a[n + 40 >> 2], a[i + 28 >> 2] = a[n + 36 >> 2], a[i + 32 >> 2] = s, a[i + 36 >> 2] = a[n + 44 >> 2], a[n + 20 >> 2] = 2, a[n + 16 >> 2] = i, a[n + 12 >> 2] = 2, ir(e + 4 | 0, t - -64 | 0, 66789, 12, n + 12 | 0), ne = n + 48 | 0, r[t + 77 | 0] = 4, t = -2147483631) : (a[e + 16 >> 2] = 524288, a[e + 4 >> 2] = -2147483648, t = -2147483630), a[e >> 2] = t;
        }
        function Gt(e, t) {
          e ? Yt(e, t) : vt(68284, 35, 68304), ei();
        }
        function Ht(e, t) {
          var r;
          return (r = At(e, t)) || (Yt(e, t), ei()), r;
        }
        function Wt(e, t) {
          for (je(e, 1114112 != (0 | t)); 1114112 != (0 | t);) Pe(e, t), t = 1114112;
        }
        function Yt(e, t) {
          var r = 0;
          ne = r = ne - 16 | 0, a[r + 12 >> 2] = t, a[r + 8 >> 2] = e, t = a[(e = r + 8 | 0) >> 2], r = a[e + 4 >> 2], e = a[17187], fn[0 | (e || 74)](t, r), ei();
        }
        function Qt(e, t) {
          var n,
            o,
            i = 0;
          ne = n = ne - 80 | 0, o = n + 16 | 0, -2147483648 == a[t >> 2] ? (t = 0, a[n + 8 >> 2] = 0, a[n >> 2] = 0, a[n + 4 >> 2] = 1, i = 1) : (i = a[t + 4 >> 2], a[n >> 2] = a[t >> 2], a[n + 4 >> 2] = i, t = a[t + 8 >> 2], a[n + 8 >> 2] = t, i = a[n + 4 >> 2]), Sr(o, i, t), -2147483648 == a[n + 68 >> 2] ? (7 != (0 | t) || Pt(i, 67351, 7) ? r[e + 1 | 0] = 19 : r[e + 1 | 0] = 20, t = 1) : (nn(t = Ht(8, 64), n + 16 | 0, 64), a[e + 4 >> 2] = t, t = 0), r[0 | e] = t, vr(n), ne = n + 80 | 0;
        }
        function Vt(e, t) {
          var r,
            n,
            o,
            i = 0;
          ne = r = ne - 80 | 0, me(n = r + 8 | 0, a[t >> 2], a[t + 4 >> 2]), me(o = r + 20 | 0, a[t + 8 >> 2], a[t + 12 >> 2]), i = a[r + 28 >> 2], a[r + 64 >> 2] = a[r + 24 >> 2], a[r + 68 >> 2] = i, i = a[r + 16 >> 2], a[r + 56 >> 2] = a[r + 12 >> 2], a[r + 60 >> 2] = i, i = a[t + 60 >> 2], a[r + 72 >> 2] = a[t + 56 >> 2], a[r + 76 >> 2] = i, i = a[t + 48 >> 2], a[r + 48 >> 2] = a[t + 44 >> 2], a[r + 52 >> 2] = i, i = a[t + 36 >> 2], a[r + 40 >> 2] = a[t + 32 >> 2], a[r + 44 >> 2] = i, i = a[t + 24 >> 2], a[r + 32 >> 2] = a[t + 20 >> 2], a[r + 36 >> 2] = i, ur(e, 66324, 1, r + 32 | 0, 6), vr(o), vr(n), ne = r + 80 | 0;
        }
        function qt(e, t) {
          var r,
            n,
            i = 0;
          ne = r = ne + -64 | 0, t = a[t >> 2], n = o[t + 58 | 0], a[r + 52 >> 2] = 1, a[r + 48 >> 2] = 66524, a[r + 36 >> 2] = 1, a[r + 32 >> 2] = 66524, a[r + 12 >> 2] = 18, a[r + 8 >> 2] = 66900, i = a[t + 28 >> 2], a[r + 56 >> 2] = a[t + 24 >> 2], a[r + 60 >> 2] = i, i = a[t + 52 >> 2], a[r + 40 >> 2] = a[t + 48 >> 2], a[r + 44 >> 2] = i, i = a[t + 16 >> 2], a[r + 24 >> 2] = a[t + 12 >> 2], a[r + 28 >> 2] = i, t = n << 2, a[r + 20 >> 2] = a[t + 67636 >> 2], a[r + 16 >> 2] = a[t + 67652 >> 2], we(e, r + 8 | 0, 7), ne = r - -64 | 0;
        }
        function Xt(e, t) {
          var r, n;
          return ne = r = ne + -64 | 0, Ur(n = r + 12 | 0, e, t), t = 0, -2147483648 != a[r + 12 >> 2] && (t = Ht(4, 60), a[t >> 2] = 1, a[t + 4 >> 2] = 1, nn(t + 8 | 0, n, 52)), ne = r - -64 | 0, t;
        }
        function Jt(e, t) {
          t |= 0;
          var r,
            n,
            o = 0;
          return ne = r = ne + -64 | 0, e = a[(e |= 0) >> 2], a[e + 8 >> 2] && (be(66988), ei()), a[e + 8 >> 2] = -1, a[r + 36 >> 2] = t, n = e + 12 | 0, Et(r + 36 | 0) ? (Qr(r + 40 | 0, n, 0, r), o = a[r + 60 >> 2], a[r + 24 >> 2] = a[r + 56 >> 2], a[r + 28 >> 2] = o, o = a[r + 52 >> 2], a[r + 16 >> 2] = a[r + 48 >> 2], a[r + 20 >> 2] = o, o = a[r + 44 >> 2], a[r + 8 >> 2] = a[r + 40 >> 2], a[r + 12 >> 2] = o, t >>> 0 < 1028 || v(0 | t)) : (o = 0 | g(0 | t, 0), t >>> 0 >= 1028 && v(0 | t), Qr(r + 40 | 0, n, 1, o), t = a[r + 60 >> 2], a[r + 24 >> 2] = a[r + 56 >> 2], a[r + 28 >> 2] = t, t = a[r + 52 >> 2], a[r + 16 >> 2] = a[r + 48 >> 2], a[r + 20 >> 2] = t, t = a[r + 44 >> 2], a[r + 8 >> 2] = a[r + 40 >> 2], a[r + 12 >> 2] = t), mr(n, r + 8 | 0), a[e + 8 >> 2] = a[e + 8 >> 2] + 1, ne = r - -64 | 0, 1024;
        }
        function $t(e, t, r) {
          var n;
          return ne = n = ne - 16 | 0, r = 0 | re(0 | t, 0 | r), a[n + 12 >> 2] = r, Le(n, e, n + 12 | 0), t = a[n + 4 >> 2], 1 == a[n >> 2] ? (e = 1024, t >>> 0 < 1028 || v(0 | t)) : e = t, r >>> 0 >= 1028 && v(0 | r), ne = n + 16 | 0, e;
        }
        function Kt(e, t, r) {
          var n,
            o = 0,
            i = 0,
            s = 0;
          ne = n = ne - 16 | 0, o = n + 12 | 0, r && (i = a[e >> 2]) && (a[n + 12 >> 2] = t, s = u(r, i), o = n + 8 | 0, r = a[e + 4 >> 2]), a[o >> 2] = s, (e = a[n + 12 >> 2]) && (t = a[n + 8 >> 2]) && kt(r, t, e), ne = n + 16 | 0;
        }
        function er(e, t, n) {
          var o,
            i = 0,
            s = 0;
          ne = o = ne - 16 | 0, Ge(o, t, n, 66368);
          e: if (a[o >> 2] && Mr(i = a[o + 8 >> 2], s = a[o + 12 >> 2], 66516, 2)) {
            if (or(o, i + 2 | 0, s - 2 | 0, 66518, 3), !(i = n - (s = a[o + 12 >> 2]) | 0) | (n >>> 0 > i >>> 0 ? r[t + i | 0] >= -64 : !s)) break e;
            t = 0;
          } else t = 0;
          a[e + 4 >> 2] = i, a[e >> 2] = t, ne = o + 16 | 0;
        }
        function tr(e, t, n) {
          var i,
            s,
            l,
            u,
            c,
            f = 0,
            p = 0,
            d = 0;
          ne = i = ne - 32 | 0, a[i + 24 >> 2] = t + n, a[i + 20 >> 2] = t, a[i + 28 >> 2] = 0, l = i + 8 | 0, d = a[(u = i + 28 | 0) >> 2], f = a[(s = i + 20 | 0) >> 2], c = a[s + 4 >> 2];
          e: {
            t: {
              for (;;) {
                if ((0 | f) == (0 | c)) break t;
                if (p = f + 1 | 0, a[s >> 2] = p, 35 == (0 | (f = o[0 | f])) | 63 == (0 | f)) break;
                d = d + 1 | 0, a[u >> 2] = d, f = p;
              }
              f = 1;
              break e;
            }
            f = 0;
          }
          a[l + 4 >> 2] = d, a[l >> 2] = f, (p = 1 & a[i + 8 >> 2] ? a[i + 12 >> 2] : n) && (f = 0, !(n >>> 0 > p >>> 0 ? r[t + p | 0] >= -64 : (0 | n) == (0 | p))) || (f = t), a[e + 4 >> 2] = f ? p : n, a[e >> 2] = f || t, ne = i + 32 | 0;
        }
        function rr(e, t, o) {
          var i, s, l;
          ne = i = ne - 32 | 0, r[t + 112 | 0] = 3, s = a[t + 104 >> 2], l = a[s >> 2] + 1 | 0, a[s >> 2] = l, l || ei(), st(t), n[t + 76 >> 1] = 0, a[t + 72 >> 2] = 0, a[t + 68 >> 2] = o, a[t + 64 >> 2] = s, a[t + 56 >> 2] = 0, a[t + 60 >> 2] = 0, a[t >> 2] = 3, a[t + 4 >> 2] = 0, a[i + 8 >> 2] = 0, Pr(e, t, i + 8 | 0), ne = i + 32 | 0;
        }
        function nr(e, t) {
          var n,
            i,
            s,
            l,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          ne = i = ne - 80 | 0, n = i + 8 | 0, f = o[t + 316 | 0], p = a[t + 248 >> 2], l = a[t + 252 >> 2], ne = u = ne - 96 | 0, ke(s = u + 36 | 0, (c = a[t + 308 >> 2]) + 32 | 0, 16), a[u + 24 >> 2] = 6, a[u + 20 >> 2] = f ? 66331 : 66325, f = a[u + 44 >> 2], a[u + 28 >> 2] = a[u + 40 >> 2], a[u + 32 >> 2] = f, we(u + 8 | 0, u + 20 | 0, 2), ke(u + 48 | 0, c, 32), Je(u + 60 | 0, (c = o[24 + (f = t + 276 | 0) | 0]) ? 67574 : 67570, c ? 5 : 4), $e(u + 72 | 0, f), $e(u + 84 | 0, f + 12 | 0), f = a[t + 304 >> 2], c = a[f >> 2] + 1 | 0, a[f >> 2] = c, c || ei(), a[n + 16 >> 2] = a[u + 16 >> 2], c = a[u + 12 >> 2], a[n + 8 >> 2] = a[u + 8 >> 2], a[n + 12 >> 2] = c, c = a[u + 52 >> 2], a[n + 20 >> 2] = a[u + 48 >> 2], a[n + 24 >> 2] = c, a[n + 28 >> 2] = a[u + 56 >> 2], c = a[u + 64 >> 2], a[n + 32 >> 2] = a[u + 60 >> 2], a[n + 36 >> 2] = c, a[n + 40 >> 2] = a[u + 68 >> 2], c = a[u + 76 >> 2], a[n + 44 >> 2] = a[u + 72 >> 2], a[n + 48 >> 2] = c, a[n + 52 >> 2] = a[u + 80 >> 2], a[n + 64 >> 2] = a[u + 92 >> 2], c = a[u + 88 >> 2], a[n + 56 >> 2] = a[u + 84 >> 2], a[n + 60 >> 2] = c, a[n + 68 >> 2] = f, a[n >> 2] = p, a[n + 4 >> 2] = l, vr(s), ne = u + 96 | 0, nn(u = Ht(8, 72), n, 72), Ne(n, t, u), (p = a[t + 312 >> 2]) && (ot(p), a[p >> 2] = a[17153], a[17153] = p), a[t + 312 >> 2] = u, 1 != o[t + 316 | 0] ? (a[e + 12 >> 2] = a[i + 16 >> 2], p = a[i + 12 >> 2], a[e + 4 >> 2] = a[i + 8 >> 2], a[e + 8 >> 2] = p, r[t + 318 | 0] = 3, a[e >> 2] = -2147483642) : (zt(e, t), vr(i + 8 | 0)), ne = i + 80 | 0;
        }
        function ar(e, t, r, n, o) {
          var i,
            s = 0,
            l = 0;
          ne = i = ne - n | 0, a[i + 28 >> 2] = r, a[i + 24 >> 2] = t, a[i + 20 >> 2] = 66956, br(i + 8 | 0, i + 20 | 0), t = a[i + 12 >> 2], a[i + 32 >> 2] = a[i + 8 >> 2], a[i + 36 >> 2] = t, a[i + 44 >> 2] = 1, a[i + 40 >> 2] = 66324;
          e: {
            if (!Dr(i + 32 | 0, i + 40 | 0)) t: {
              for (r = 0; (0 | r) != (0 | o);) a[(t = (i + 48 | 0) + r | 0) >> 2] = 1, a[t + 4 >> 2] = 0, r = r + 8 | 0;
              for (r = 0; br(i, i + 20 | 0), t = a[i >> 2], (0 | r) != (0 | o);) {
                if (!t) break t;
                l = a[i + 4 >> 2], a[(s = (i + 48 | 0) + r | 0) >> 2] = t, a[s + 4 >> 2] = l, r = r + 8 | 0;
              }
              t ? a[e >> 2] = 0 : nn(e, i + 48 | 0, o);
              break e;
            }
            a[e >> 2] = 0;
          }
          ne = n + i | 0;
        }
        function or(e, t, n, i, s) {
          var l,
            u,
            c,
            f,
            p,
            d,
            h = 0,
            b = 0,
            y = 0;
          ne = l = ne - 48 | 0, a[l + 12 >> 2] = t, a[l + 16 >> 2] = t + n, a[l + 44 >> 2] = 0, a[l + 32 >> 2] = s, a[l + 28 >> 2] = i, a[l + 36 >> 2] = l + 44, i = a[(u = l + 12 | 0) >> 2], f = a[u + 4 >> 2], c = a[8 + (h = l + 28 | 0) >> 2], p = a[h + 4 >> 2], d = a[h >> 2];
          e: {
            t: {
              for (;;) {
                r: {
                  if ((0 | i) == (0 | f)) break t;
                  for (s = i + 1 | 0, a[u >> 2] = s, b = o[0 | i], i = p, h = d;;) {
                    if (i) {
                      if (i = i - 1 | 0, y = o[0 | h], h = h + 1 | 0, (0 | b) != (0 | y)) continue;
                      break r;
                    }
                    break;
                  }
                  a[c >> 2] = a[c >> 2] + 1, i = s;
                  continue;
                }
                break;
              }
              h = a[c >> 2], i = 1;
              break e;
            }
            i = 0;
          }
          a[l + 4 >> 2] = h, a[l >> 2] = i, (n >>> 0 > (s = 1 & a[l >> 2] ? a[l + 4 >> 2] : n) >>> 0 ? r[t + s | 0] > -65 : (0 | n) == (0 | s)) || !s ? (a[l + 16 >> 2] = s, a[l + 24 >> 2] = n - s, a[l + 12 >> 2] = t, a[l + 20 >> 2] = t + s, i = l + 12 | 0) : (a[l + 12 >> 2] = 0, i = l + 28 | 0), a[l + 32 >> 2] = n, a[l + 28 >> 2] = t, t = a[i + 4 >> 2], a[e >> 2] = a[i >> 2], a[e + 4 >> 2] = t, a[l + 36 >> 2] = 1, a[l + 40 >> 2] = 0, t = a[i + 12 >> 2], a[e + 8 >> 2] = a[i + 8 >> 2], a[e + 12 >> 2] = t, ne = l + 48 | 0;
        }
        function ir(e, t, r, n, o) {
          var i, s, l, c;
          ne = i = ne - 16 | 0, s = a[t >> 2], Je(i, a[s + 24 >> 2], a[s + 28 >> 2]), (0 | (l = a[o + 8 >> 2])) == a[o >> 2] && ye(o, 20), t = a[o + 4 >> 2] + u(l, 20) | 0, a[t + 4 >> 2] = 9, a[t >> 2] = 66801, c = a[i + 4 >> 2], a[t + 8 >> 2] = a[i >> 2], a[t + 12 >> 2] = c, a[t + 16 >> 2] = a[i + 8 >> 2], a[o + 8 >> 2] = l + 1, a[i + 12 >> 2] = n, a[i + 8 >> 2] = r, t = a[s + 16 >> 2], a[i >> 2] = a[s + 12 >> 2], a[i + 4 >> 2] = t, we(e, i, 2), a[e + 20 >> 2] = a[o + 8 >> 2], t = a[o + 4 >> 2], a[e + 12 >> 2] = a[o >> 2], a[e + 16 >> 2] = t, ne = i + 16 | 0;
        }
        function sr(e, t, n) {
          var i,
            s,
            l = 0;
          ne = i = ne - 16 | 0, a[i + 4 >> 2] = -2147483646, r[i + 8 | 0] = o[n + 14 | 0], s = t + 272 | 0, -2147483647 != a[t + 272 >> 2] && ue(s), l = a[n + 12 >> 2], a[s + 8 >> 2] = a[n + 8 >> 2], a[s + 12 >> 2] = l, l = a[n + 4 >> 2], a[s >> 2] = a[n >> 2], a[s + 4 >> 2] = l, mt(e + 4 | 0, n = i + 4 | 0, a[t + 304 >> 2], a[t + 308 >> 2]), a[e >> 2] = -2147483635, r[t + 316 | 0] = 8, ce(n), ne = i + 16 | 0;
        }
        function lr(e, t, n, i, s) {
          var l, u;
          ne = l = ne - 192 | 0, Je(144 + (u = l + 8 | 0) | 0, n, i), r[u + 177 | 0] = 0, a[u + 56 >> 2] = -2147483648, r[u + 176 | 0] = t, a[u + 172 >> 2] = 0, a[u >> 2] = 2, a[u + 4 >> 2] = 0, a[u + 164 >> 2] = 0, a[u + 168 >> 2] = 0, a[u + 156 >> 2] = 0, a[u + 160 >> 2] = 4, r[e + 176 | 0] = o[l + 184 | 0], t = a[l + 156 >> 2], a[e + 144 >> 2] = a[l + 152 >> 2], a[e + 148 >> 2] = t, a[e + 152 >> 2] = a[l + 160 >> 2], nn(e + 56 | 0, s, 88), r[e + 177 | 0] = o[l + 185 | 0], a[e + 168 >> 2] = a[l + 176 >> 2], nn(e, u, 56), a[e + 172 >> 2] = a[l + 180 >> 2], t = a[l + 168 >> 2], a[e + 156 >> 2] = a[l + 164 >> 2], a[e + 160 >> 2] = t, a[e + 164 >> 2] = a[l + 172 >> 2], -2147483648 != a[l + 64 >> 2] && pt(u + 56 | 0), ne = l + 192 | 0;
        }
        function ur(e, t, r, n, o) {
          var i,
            s = 0;
          ne = i = ne - 32 | 0, Je(i + 4 | 0, t, r), r = o << 3;
          e: {
            t: {
              for (; r;) {
                if (Ge(i + 16 | 0, t = a[n >> 2], o = a[n + 4 >> 2], 66956), a[i + 16 >> 2]) break t;
                Pe(s = i + 4 | 0, 10), Te(s, t, o), r = r - 8 | 0, n = n + 8 | 0;
              }
              a[e + 8 >> 2] = a[i + 12 >> 2], t = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = t;
              break e;
            }
            a[e >> 2] = -2147483648, vr(i + 4 | 0);
          }
          ne = i + 32 | 0;
        }
        function cr(e, t) {
          var n,
            i = 0,
            s = 0,
            l = 0;
          ne = n = ne - 16 | 0, (i = a[t + 164 >> 2]) && (s = (i = a[t + 160 >> 2] + u(i, 12) | 0) - 12 | 0) ? ((i = Xt(a[i - 8 >> 2], a[i - 4 >> 2])) ? (l = a[i >> 2] - 1 | 0, a[i >> 2] = l, a[n + 12 >> 2] = i, i = o[i + 58 | 0], l || nt(n + 12 | 0)) : i = 0, $e(e + 4 | 0, s), r[e + 16 | 0] = i, a[e >> 2] = -2147483646, r[t + 177 | 0] = 13) : (a[e + 16 >> 2] = 1114112, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648), ne = n + 16 | 0;
        }
        function fr(e) {
          var t,
            r,
            n = 0;
          return ne = t = ne - 16 | 0, r = 0 | re(66525, 7), a[t + 8 >> 2] = r, Le(t, e + 24 | 0, t + 8 | 0), e = a[t + 4 >> 2], 1 & a[t >> 2] ? e >>> 0 >= 1028 && v(0 | e) : (a[t + 12 >> 2] = e, n = xt(t + 12 | 0), e >>> 0 >= 1028 && v(0 | e), n ^= 1), r >>> 0 >= 1028 && v(0 | r), ne = t + 16 | 0, n;
        }
        function pr(e) {
          var t,
            r,
            n,
            s,
            l = 0;
          return ne = t = ne - 32 | 0, r = 0 | te(+o[e + 14 | 0]), a[t + 4 >> 2] = r, n = 0 | te(+o[e + 15 | 0]), a[t + 8 >> 2] = n, l = 1024, -2147483648 != a[e >> 2] && (a[t + 24 >> 2] = a[e + 8 >> 2], l = a[e + 4 >> 2], a[t + 16 >> 2] = a[e >> 2], a[t + 20 >> 2] = l, l = xe(t + 16 | 0)), a[t + 12 >> 2] = l, e = 0 | te(+i[e + 12 >> 1]), a[t + 16 >> 2] = e, s = Se(t + 4 | 0, t + 8 | 0, t + 12 | 0, t + 16 | 0), e >>> 0 >= 1028 && v(0 | e), l >>> 0 >= 1028 && v(0 | l), n >>> 0 >= 1028 && v(0 | n), r >>> 0 >= 1028 && v(0 | r), ne = t + 32 | 0, s;
        }
        function dr(e, t) {
          var s,
            l,
            u,
            c,
            f,
            p,
            d,
            h,
            b,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0,
            k = 0,
            A = 0,
            _ = 0,
            S = 0,
            U = 0,
            x = 0;
          ne = l = ne - 96 | 0, He(l, t, 67060, 7), He(c = l + 12 | 0, t, 67067, 6), He(f = l + 24 | 0, t, 67073, 11), He(p = l + 36 | 0, t, 67084, 7), He(d = l + 48 | 0, t, 67091, 10), He(h = l + 60 | 0, t, 67101, 7), He(b = l + 72 | 0, t, 67108, 10), a[l + 92 >> 2] = 0, a[l + 84 >> 2] = 0, a[l + 88 >> 2] = 1, u = e, e = 0, ne = s = ne - 128 | 0, U = -2147483648, t = 3, g = 1;
          e: {
            t: {
              r: {
                n: switch (v = a[l + 36 >> 2], ((0 | v) >= 0 ? 1 : -2147483648 ^ v) - 1 | 0) {
                  case 0:
                    break n;
                  case 1:
                  case 2:
                    break t;
                  default:
                    break r;
                }
                if (y = a[l + 44 >> 2]) {
                  if (v = y - 1 | 0, 6 != (0 | (v = 255 & gr(k = a[l + 40 >> 2], A = 47 == o[v + k | 0] ? v : y)))) {
                    g = v + 2 | 0;
                    break t;
                  }
                  if (er(s + 16 | 0, k, A), y = a[s + 16 >> 2]) n: {
                    if (!Mr(y, v = a[s + 20 >> 2], 66918, 6)) {
                      if (!Mr(y, v, 66924, 5)) break n;
                      ne = g = ne - 48 | 0, Ge(g + 32 | 0, k, A, 66368);
                      a: if (a[g + 32 >> 2] && (jr(g + 12 | 0, a[g + 40 >> 2], a[g + 44 >> 2]), 2 != o[g + 28 | 0])) {
                        y = a[g + 12 >> 2];
                        o: {
                          if (4 == (0 | (v = a[g + 16 >> 2]))) {
                            if (825899611 == (o[0 | y] | o[y + 1 | 0] << 8 | o[y + 2 | 0] << 16 | o[y + 3 | 0] << 24)) break o;
                          } else if (9 == (0 | v) && !Pt(y, 66369, 9)) break o;
                          v = Qe(y, v);
                          break a;
                        }
                        v = 1;
                      } else v = 0;
                      if (ne = g + 48 | 0, !v) break n;
                    }
                    g = 0;
                    a: {
                      for (;;) {
                        if ((0 | g) == (0 | A)) break a;
                        if (v = g + k | 0, g = g + 1 | 0, 63 == o[0 | v]) break;
                      }
                      g = 14;
                      break t;
                    }
                    t = 256;
                    a: {
                      o: {
                        i: switch (v = a[l >> 2], ((0 | v) >= 0 ? 1 : -2147483648 ^ v) - 1 | 0) {
                          case 0:
                            break i;
                          case 1:
                          case 2:
                            break a;
                          default:
                            break o;
                        }
                        (e = a[l + 8 >> 2]) && (m = a[l + 4 >> 2]);
                      }
                      t = 257;
                      o: {
                        i: {
                          s: switch (v = a[l + 12 >> 2], ((0 | v) >= 0 ? 1 : -2147483648 ^ v) - 1 | 0) {
                            case 0:
                              break s;
                            case 1:
                            case 2:
                              break a;
                            default:
                              break i;
                          }
                          if (y = a[l + 20 >> 2]) {
                            if (_ = 1, et(m = a[l + 16 >> 2], y)) break o;
                            t = 2561;
                            break a;
                          }
                        }
                        if (!m) {
                          t = 1;
                          break a;
                        }
                        if (et(m, e)) {
                          t = 2816;
                          break a;
                        }
                        for (g = 0; _ = g, !((0 | g) == (0 | e) || (t = o[g + m | 0]) >>> 0 < 32 || (g = g + 1 | 0, 127 == (0 | t))););
                        for (t = m, g = e; !(g >>> 0 < 2 || (v = t + 1 | 0, t = 216 == (0 | (t = o[0 | t])) ? 156 == o[0 | v] : 194 == (0 | t) & r[0 | v] < -96));) g = g - 1 | 0, t = v;
                        v = m, y = e;
                        i: {
                          for (;;) {
                            s: {
                              if (y >>> 0 < 3) break i;
                              if (w = v, v = v + 1 | 0, 226 == o[0 | w]) l: {
                                u: switch (o[0 | v] - 128 | 0) {
                                  case 0:
                                    if (t = 3072, (w = o[w + 2 | 0]) - 168 >>> 0 < 7 | w - 142 >>> 0 < 2) break a;
                                    break l;
                                  case 1:
                                    break u;
                                  default:
                                    break l;
                                }
                                if ((o[w + 2 | 0] + 90 & 255) >>> 0 < 4) break s;
                              }
                              y = y - 1 | 0;
                              continue;
                            }
                            break;
                          }
                          t = 3072;
                          break a;
                        }
                        if (t = 3072, (0 | e) != (0 | _) | g >>> 0 > 1) break a;
                        if (e >>> 0 >= 201) {
                          t = 3840;
                          break a;
                        }
                        y = e, _ = 0;
                      }
                      g = 1, t = 2;
                      o: switch (e = a[l + 24 >> 2], ((0 | e) >= 0 ? 1 : -2147483648 ^ e) - 1 | 0) {
                        case 1:
                        case 2:
                          break t;
                        case 0:
                          break o;
                        default:
                          break r;
                      }
                      if (!(S = a[l + 32 >> 2])) break r;
                      if (6 != (0 | (e = 255 & gr(w = a[l + 28 >> 2], S)))) {
                        g = e + 2 | 0;
                        break t;
                      }
                      v = 0, t = 4;
                      o: {
                        i: switch (e = a[l + 48 >> 2], ((0 | e) >= 0 ? 1 : -2147483648 ^ e) - 1 | 0) {
                          case 0:
                          case 2:
                            break t;
                          case 1:
                            break i;
                          default:
                            break o;
                        }
                        x = o[l + 52 | 0];
                      }
                      Je(s + 72 | 0, k, A), Je(s + 84 | 0, m, y), Je(s + 96 | 0, w, S);
                      o: {
                        i: {
                          s: {
                            l: switch (e = a[l + 60 >> 2], ((0 | e) >= 0 ? 1 : -2147483648 ^ e) - 1 | 0) {
                              case 0:
                                break s;
                              case 1:
                                break i;
                              case 2:
                                break l;
                              default:
                                break o;
                            }
                            v = 3;
                            break o;
                          }
                          for (w = a[l + 68 >> 2], a[s + 120 >> 2] = w, y = a[l + 64 >> 2], a[s + 116 >> 2] = y, g = 9, e = 66932, t = 24, m = a[(v = s + 116 | 0) >> 2], v = a[v + 4 >> 2]; t && ((0 | v) != a[e + 4 >> 2] || Pt(a[e >> 2], m, v));) e = e + 8 | 0, t = t - 8 | 0;
                          if (t) {
                            v = 255 & Yr(y, w);
                            break o;
                          }
                        }
                        vr(s + 96 | 0), vr(s + 84 | 0), vr(s + 72 | 0), t = 12;
                        break t;
                      }
                      g = 1, t = 13;
                      o: {
                        i: {
                          s: switch (e = a[l + 72 >> 2], y = (0 | e) >= 0 ? 1 : -2147483648 ^ e, y - 1 | 0) {
                            case 0:
                              break s;
                            case 1:
                            case 2:
                              break o;
                            default:
                              break i;
                          }
                          if (y = a[l + 80 >> 2]) {
                            if (g = 15, y >>> 0 > 200) break o;
                            g = a[l + 76 >> 2];
                          } else y = 0;
                        }
                        if (a[s + 124 >> 2] = 0, a[s + 116 >> 2] = 0, a[s + 120 >> 2] = 1, Or(s + 116 | 0, g, y), a[s + 108 >> 2] = i[s + 122 >> 1] | i[s + 124 >> 1] << 16, n[s + 112 >> 1] = i[s + 126 >> 1], g = o[s + 121 | 0], t = o[s + 120 | 0], -2147483648 != (0 | (m = a[s + 116 >> 2]))) {
                          n[s + 28 >> 1] = i[s + 112 >> 1], a[s + 24 >> 2] = a[s + 108 >> 2], e = a[s + 76 >> 2], a[s + 32 >> 2] = a[s + 72 >> 2], a[s + 36 >> 2] = e, a[s + 40 >> 2] = a[s + 80 >> 2], e = a[s + 88 >> 2], a[s + 44 >> 2] = a[s + 84 >> 2], a[s + 48 >> 2] = e, a[s + 52 >> 2] = a[s + 92 >> 2], e = a[s + 100 >> 2], a[s + 56 >> 2] = a[s + 96 >> 2], a[s + 60 >> 2] = e, a[s + 64 >> 2] = a[s + 104 >> 2], y = Ht(4, 60), a[y >> 2] = 1, a[y + 4 >> 2] = 1, nn(y + 8 | 0, s + 32 | 0, 36), r[y + 49 | 0] = g, r[y + 48 | 0] = t, a[y + 44 >> 2] = m, r[y + 58 | 0] = v, r[y + 57 | 0] = 1 & x, r[y + 56 | 0] = _, e = a[s + 24 >> 2], n[y + 50 >> 1] = e, n[y + 52 >> 1] = e >>> 16, n[y + 54 >> 1] = i[s + 28 >> 1], a[u + 4 >> 2] = y, U = -2147483647;
                          break e;
                        }
                      }
                      vr(s + 96 | 0), vr(s + 84 | 0), vr(s + 72 | 0);
                      break t;
                    }
                    g = t >>> 8 | 0;
                    break t;
                  }
                  g = 3;
                  break t;
                }
              }
              g = 0;
            }
            r[u + 14 | 0] = 1, n[u + 12 >> 1] = 0, r[u + 15 | 0] = (t << 4) + g;
          }
          a[u >> 2] = U, ne = s + 128 | 0, vr(l + 84 | 0), ce(l), ce(c), ce(f), ce(p), ce(d), ce(h), ce(b), ne = l + 96 | 0;
        }
        function hr(e, t) {
          var r,
            n = 0,
            o = 0,
            i = 0,
            s = 0;
          ne = r = ne - 96 | 0, o = a[e + 12 >> 2], a[r + 8 >> 2] = a[e + 8 >> 2], a[r + 12 >> 2] = o, n = a[e + 4 >> 2], o = a[e >> 2], a[r >> 2] = o, a[r + 4 >> 2] = n, n = a[t + 4 >> 2], a[r + 16 >> 2] = a[t >> 2], a[r + 20 >> 2] = n, n = a[t + 12 >> 2], a[r + 24 >> 2] = a[t + 8 >> 2], a[r + 28 >> 2] = n, n = a[t + 20 >> 2], a[r + 32 >> 2] = a[t + 16 >> 2], a[r + 36 >> 2] = n, a[r + 40 >> 2] = a[t + 24 >> 2], n = r + 16 | 0;
          e: if (-2147483647 == (0 | o)) {
            if (2 == a[r + 16 >> 2]) {
              a[r + 48 >> 2] = -2147483648, a[r + 60 >> 2] = 196608, e = pr(r + 48 | 0), a[r + 80 >> 2] = e, o = Ut(r + 80 | 0), e >>> 0 >= 1028 && v(0 | e), wt(4 | r);
              break e;
            }
            if (fr(n)) {
              a[r + 72 >> 2] = a[t + 24 >> 2], e = a[t + 20 >> 2], a[r + 64 >> 2] = a[t + 16 >> 2], a[r + 68 >> 2] = e, e = a[t + 12 >> 2], a[r + 56 >> 2] = a[t + 8 >> 2], a[r + 60 >> 2] = e, e = a[t + 4 >> 2], a[r + 48 >> 2] = a[t >> 2], a[r + 52 >> 2] = e, a[r + 80 >> 2] = -2147483648, a[r + 92 >> 2] = 458752, e = pr(r + 80 | 0), a[r + 76 >> 2] = e, o = Ut(r + 76 | 0), e >>> 0 >= 1028 && v(0 | e), fe(r + 48 | 0), wt(4 | r);
              break e;
            }
            if (n = a[r + 4 >> 2], i = a[r + 8 >> 2], a[r + 48 >> 2] = 1024, a[r >> 2] = r + 48, o = 0 | k(0 | r, 66276), s = a[r + 48 >> 2], e = Ht(4, 60), a[e + 8 >> 2] = 0, a[e >> 2] = 2, a[e + 4 >> 2] = 1, a[e + 56 >> 2] = s, a[e + 48 >> 2] = n, a[e + 52 >> 2] = i, a[e + 40 >> 2] = 0, n = a[t + 4 >> 2], a[e + 12 >> 2] = a[t >> 2], a[e + 16 >> 2] = n, n = a[t + 12 >> 2], a[e + 20 >> 2] = a[t + 8 >> 2], a[e + 24 >> 2] = n, n = a[t + 20 >> 2], a[e + 28 >> 2] = a[t + 16 >> 2], a[e + 32 >> 2] = n, a[e + 36 >> 2] = a[t + 24 >> 2], a[r + 48 >> 2] = e, t = Ht(4, 4), a[t >> 2] = e, t = 0 | ee(0 | t, 65536), a[e + 8 >> 2] && (be(66972), ei()), a[e + 8 >> 2] = -1, pe(e + 40 | 0), a[e + 44 >> 2] = t, a[e + 40 >> 2] = 1, a[r >> 2] = 0, mr(e + 12 | 0, r), a[e + 8 >> 2] = a[e + 8 >> 2] + 1, t = e, e = a[e >> 2] - 1 | 0, a[t >> 2] = e, e) break e;
            rt(r + 48 | 0);
          } else {
            if (e = pr(e), a[r + 48 >> 2] = e, o = Ut(r + 48 | 0), e >>> 0 >= 1028 && v(0 | e), 2 == a[r + 16 >> 2]) break e;
            fe(n);
          }
          return ne = r + 96 | 0, o;
        }
        function br(e, t) {
          var n,
            o = 0,
            i = 0,
            s = 0,
            l = 0,
            u = 0;
          ne = n = ne - 16 | 0, (o = a[t + 4 >> 2]) && (or(n, o, a[t + 8 >> 2], a[t >> 2], 1), o = a[n + 8 >> 2], s = (i = a[n + 12 >> 2]) >>> 0 > 1 ? r[o + 1 | 0] > -65 : 1 == (0 | i), l = a[n + 4 >> 2], u = a[n >> 2], a[t + 8 >> 2] = i - 1, a[t + 4 >> 2] = s ? o + 1 | 0 : 0), a[e + 4 >> 2] = l, a[e >> 2] = u, ne = n + 16 | 0;
        }
        function yr(e, t, r, n) {
          if ((0 | n) >= 0) {
            e: {
              t: {
                if (t) t = kr(r, t, 1, n);else {
                  if (!n) {
                    t = 1;
                    break t;
                  }
                  t = en(n, 1);
                }
                if (!t) {
                  a[e + 4 >> 2] = 1, t = 1;
                  break e;
                }
              }
              a[e + 4 >> 2] = t, t = 0;
            }
            r = 8;
          } else t = 1, n = 0, r = 4;
          a[r + e >> 2] = n, a[e >> 2] = t;
        }
        function vr(e) {
          Kt(e, 1, 1);
        }
        function gr(e, t) {
          var r,
            n = 0,
            i = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          ne = r = ne - 48 | 0, Ge(r + 16 | 0, e, t, 66368);
          e: {
            if (n = a[r + 16 >> 2]) t: {
              if (!(u = a[r + 20 >> 2]) | ((223 & o[0 | n]) - 65 & 255) >>> 0 > 25) break e;
              for (c = a[r + 28 >> 2], f = a[r + 24 >> 2]; (0 | i) != (0 | u);) {
                if (((l = o[i + n | 0]) - 48 & 255) >>> 0 >= 10 & ((223 & l) - 65 & 255) >>> 0 >= 26 && (l = l - 43 | 0) >>> 0 > 3 | 1 == (0 | l)) break t;
                i = i + 1 | 0;
              }
              for (;;) {
                if (t) {
                  if (t = t - 1 | 0, i = o[0 | e], e = e + 1 | 0, (i - 33 & 255) >>> 0 < 94) continue;
                  break t;
                }
                break;
              }
              r: {
                n: {
                  if (Ye(66386, 10, n, u)) {
                    if (jr(e = r + 16 | 0, f, c), 2 == (0 | (t = o[r + 32 | 0]))) break t;
                    if (u = a[r + 20 >> 2], l = a[r + 16 >> 2], Ge(e, f = a[r + 24 >> 2], c = a[r + 28 >> 2], 66514), a[r + 16 >> 2]) break n;
                    if (!(1 & t)) break r;
                    i = 3;
                    break e;
                  }
                  if (Ye(66396, 118, n, u)) {
                    i = 1;
                    break e;
                  }
                  if (Ge(r + 16 | 0, f, c, 66514), !a[r + 16 >> 2]) {
                    l = 1, u = 0;
                    break r;
                  }
                }
                i = 2;
                break e;
              }
              or(r + 16 | 0, f, c, 66515, 1), e = 9, i = a[r + 20 >> 2], t = a[r + 16 >> 2];
              r: {
                for (;;) {
                  n: {
                    c = e;
                    a: {
                      o: {
                        i: {
                          s: {
                            l: if (i >>> 0 > 2) {
                              if (37 != (0 | (n = o[0 | t]))) break l;
                              e = 9, n = 1;
                              u: switch (o[t + 1 | 0] - 50 | 0) {
                                case 3:
                                  if (f = 3, 99 != (32 | o[t + 2 | 0])) break a;
                                  break i;
                                case 0:
                                  break u;
                                default:
                                  break a;
                              }
                              switch (f = 3, (p = o[t + 2 | 0]) - 69 | 0) {
                                case 1:
                                  break i;
                                case 0:
                                  break s;
                              }
                              switch (p - 101 | 0) {
                                case 1:
                                  break i;
                                case 0:
                                  break s;
                                default:
                                  break a;
                              }
                            } else {
                              if (!i) break n;
                              n = o[0 | t];
                            }
                            switch (f = 1, (e = 255 & n) - 46 | 0) {
                              case 1:
                                break i;
                              case 0:
                                break s;
                            }
                            if (92 == (0 | e)) break i;
                            e = 9, n = 1;
                            break a;
                          }
                          e = c + 1 | 0;
                          break o;
                        }
                        if (2 == (0 | c)) break r;
                        e = 0;
                      }
                      n = f;
                    }
                    t = i >>> 0 < n >>> 0 ? 1 : t + n | 0, i = i >>> 0 >= (n = i - n | 0) >>> 0 ? n : 0;
                    continue;
                  }
                  break;
                }
                if (2 != (0 | c)) {
                  n: {
                    if (Ie(l, u, 91)) {
                      if (4 != (0 | u) || Pt(l, 66378, 4)) break n;
                      i = 6;
                      break e;
                    }
                    if (i = 6, !Qe(l, u)) break e;
                    for (a[r + 44 >> 2] = u, a[r + 40 >> 2] = l, a[r + 36 >> 2] = 66363, e = 4;;) {
                      if (br(r + 8 | 0, r + 36 | 0), t = a[r + 8 >> 2]) {
                        if (!(1 == (0 | (n = a[r + 12 >> 2])) & 48 == o[0 | t]) && Ie(t, n, 48)) break n;
                        if (jt(r + 16 | 0, t, n), e = e - 1 | 0, a[r + 16 >> 2] & !a[r + 28 >> 2] & s[r + 24 >> 2] < 256) continue;
                        break n;
                      }
                      break;
                    }
                    if (!e && Mr(l, u, 66364, 4)) break e;
                  }
                  i = 5;
                  break e;
                }
              }
              i = 4;
              break e;
            }
            i = 0;
          }
          return ne = r + 48 | 0, i;
        }
        function mr(e, t) {
          var r,
            n,
            i = 0,
            s = 0,
            c = 0,
            p = 0,
            y = 0,
            g = 0,
            m = 0,
            k = 0,
            L = 0,
            C = 0,
            z = 0,
            M = 0;
          ne = r = ne - 208 | 0, k = t + 8 | 0, n = r + 112 | 0;
          e: {
            t: {
              for (;;) {
                if (i = a[t + 4 >> 2], 14 == (0 | (s = a[t >> 2]))) break t;
                if (p = a[k + 4 >> 2], a[n >> 2] = a[k >> 2], a[n + 4 >> 2] = p, p = a[k + 12 >> 2], a[n + 8 >> 2] = a[k + 8 >> 2], a[n + 12 >> 2] = p, a[r + 108 >> 2] = i, a[r + 104 >> 2] = s, fn[a[a[e + 40 >> 2] + 12 >> 2]](r + 132 | 0, a[e + 36 >> 2], r + 104 | 0), -2147483630 == a[r + 132 >> 2]) break;
                a[r + 184 >> 2] = a[r + 156 >> 2], p = a[r + 152 >> 2], a[r + 176 >> 2] = a[r + 148 >> 2], a[r + 180 >> 2] = p, p = a[r + 144 >> 2], a[r + 168 >> 2] = a[r + 140 >> 2], a[r + 172 >> 2] = p, g = i = a[r + 136 >> 2], p = a[r + 132 >> 2], a[r + 160 >> 2] = p, a[r + 164 >> 2] = i;
                r: {
                  n: {
                    a: {
                      o: {
                        i: {
                          s: {
                            l: {
                              u: {
                                c: {
                                  f: {
                                    p: switch (i = (0 | p) >= 0 ? 3 : -2147483648 ^ p, i - 2 | 0) {
                                      case 0:
                                        break u;
                                      case 1:
                                        break c;
                                      case 2:
                                        break f;
                                      case 3:
                                        break p;
                                      default:
                                        break l;
                                    }
                                    if (m = a[r + 164 >> 2], c = a[r + 168 >> 2], i = 0 | P(a[e + 20 >> 2], 0 | m, 0 | c), Ar(r + 72 | 0), s = 3, !(1 & a[r + 72 >> 2])) break s;
                                    i = a[r + 76 >> 2];
                                    break i;
                                  }
                                  if (s = 2, p = o[r + 176 | 0] << 2, i = 0 | T(a[e + 20 >> 2], a[p + 67684 >> 2], a[p + 67668 >> 2], a[r + 168 >> 2], a[r + 172 >> 2]), Ar(r - -64 | 0), !(1 & a[r + 64 >> 2])) break s;
                                  i = a[r + 68 >> 2];
                                  break i;
                                }
                                if (p = o[r + 184 | 0] << 2, i = 0 | j(a[e + 20 >> 2], a[p + 67684 >> 2], a[p + 67668 >> 2], a[r + 164 >> 2], a[r + 168 >> 2], a[r + 176 >> 2], a[r + 180 >> 2]), Ar(r + 56 | 0), s = 1, !(1 & a[r + 56 >> 2])) break s;
                                i = a[r + 60 >> 2];
                                break i;
                              }
                              if (p = o[r + 176 | 0] << 2, i = 0 | O(a[e + 20 >> 2], a[p + 67684 >> 2], a[p + 67668 >> 2], a[r + 168 >> 2], a[r + 172 >> 2]), Ar(r + 48 | 0), s = 0, !(1 & a[r + 48 >> 2])) break s;
                              i = a[r + 52 >> 2];
                              break i;
                            }
                            switch (i - 15 | 0) {
                              case 2:
                                g = 0 | N(), a[r + 188 >> 2] = g, s = u(a[r + 184 >> 2], 20), i = a[r + 180 >> 2];
                                l: {
                                  u: {
                                    c: {
                                      for (;;) {
                                        if (!s) break c;
                                        if (c = 0 | re(a[i >> 2], a[i + 4 >> 2]), a[r + 200 >> 2] = c, m = 0 | re(a[i + 12 >> 2], a[i + 16 >> 2]), a[r + 204 >> 2] = m, _e(r + 192 | 0, r + 188 | 0, r + 200 | 0, r + 204 | 0), o[r + 192 | 0]) break;
                                        m >>> 0 >= 1028 && v(0 | m), c >>> 0 >= 1028 && v(0 | c), i = i + 20 | 0, s = s - 20 | 0;
                                      }
                                      if (i = a[r + 196 >> 2], m >>> 0 >= 1028 && v(0 | m), c >>> 0 < 1028) break u;
                                      v(0 | c);
                                      break u;
                                    }
                                    if (i = a[r + 172 >> 2], p = a[r + 168 >> 2], s = r + 96 | 0, ne = C = ne - 16 | 0, y = 0 | B(a[r + 188 >> 2]), Ar(C + 8 | 0), c = 1, 1 != a[C + 8 >> 2] ? c = 0 : y = a[C + 12 >> 2], a[s + 4 >> 2] = y, a[s >> 2] = c, ne = C + 16 | 0, c = a[r + 100 >> 2], !(1 & a[r + 96 >> 2])) {
                                      if (i = 0 | I(a[e + 20 >> 2], 0 | p, 0 | i, 0 | c, 15e3, a[e + 24 >> 2]), Ar(r + 88 | 0), i = 1 == (0 | (s = a[r + 88 >> 2])) ? a[r + 92 >> 2] : i, c >>> 0 >= 1028 && v(0 | c), g >>> 0 >= 1028) break l;
                                      if (a[e + 8 >> 2] = 5, 1 & s) break a;
                                      break o;
                                    }
                                    i = c;
                                  }
                                  if (s = 1, !(g >>> 0 > 1027)) {
                                    s = 5;
                                    break i;
                                  }
                                }
                                if (v(0 | g), a[e + 8 >> 2] = 5, !(1 & s)) break o;
                                break a;
                              case 0:
                                if (i = 0 | R(a[e + 20 >> 2], a[r + 168 >> 2], a[r + 172 >> 2], a[r + 176 >> 2], a[e + 24 >> 2]), Ar(r + 80 | 0), s = 4, !(1 & a[r + 80 >> 2])) break s;
                                i = a[r + 84 >> 2];
                                break i;
                            }
                            c = 1;
                            l: {
                              u: {
                                c: switch (0 | i) {
                                  case 16:
                                    de(e);
                                    break l;
                                  case 14:
                                    c = 4;
                                    break l;
                                  case 10:
                                    if (fr(e)) {
                                      c = 5;
                                      break l;
                                    }
                                    if (y = 0 | x(a[e + 20 >> 2], a[r + 168 >> 2], a[r + 172 >> 2]), Ar(r + 40 | 0), 1 & a[r + 40 >> 2]) {
                                      if ((i = a[r + 44 >> 2]) >>> 0 < 1028) break l;
                                    } else if (i = 0 | E(0 | y), (s = y) >>> 0 >= 1028 && v(0 | s), i >>> 0 <= 1027) break l;
                                    v(0 | i);
                                    break l;
                                  case 1:
                                    an(s = Ht(1, 48)), y = 0 | S(a[e + 20 >> 2], 48), Ar(r + 32 | 0);
                                    f: {
                                      if (!(1 & a[r + 32 >> 2])) {
                                        if (U(0 | y, 0 | s, 48), Ar(r + 24 | 0), i = a[r + 28 >> 2], m = a[r + 24 >> 2], y >>> 0 >= 1028 && v(0 | y), 1 & m) break f;
                                        c = 7;
                                        break l;
                                      }
                                      i = a[r + 36 >> 2];
                                    }
                                    i >>> 0 >= 1028 && v(0 | i), a[s >> 2] = a[17152], a[17152] = s;
                                    break u;
                                  case 0:
                                    break c;
                                  case 6:
                                  case 7:
                                    break u;
                                  default:
                                    break l;
                                }
                                if (z = r, M = +_(a[e + 20 >> 2]), l[z + 192 >> 3] = M, Ar(r + 16 | 0), 1 & a[r + 16 >> 2]) {
                                  if (p = 0, g = 0, c = 6, (i = a[r + 20 >> 2]) >>> 0 < 1028) break l;
                                  v(0 | i);
                                  break l;
                                }
                                c = (L = l[r + 192 >> 3]) >= 0, L < 0x10000000000000000 & L >= 0 ? (y = f(L) >= 1 ? ~~(L > 0 ? d(h(2.3283064365386963e-10 * L), 4294967295) : b(2.3283064365386963e-10 * (L - +(~~L >>> 0 >>> 0)))) >>> 0 : 0, g = ~~L >>> 0) : (y = 0, g = 0), p = (i = L > 0xfffffffffffff800) ? -1 : c ? g : 0, g = i ? -1 : c ? y : 0, c = 6;
                                break l;
                              }
                              c = 2;
                            }
                            a[t + 8 >> 2] = p, a[t + 12 >> 2] = g, a[t + 4 >> 2] = s, a[t >> 2] = c;
                            break r;
                          }
                          a[e + 16 >> 2] = c, a[e + 12 >> 2] = m, a[e + 8 >> 2] = s;
                          break o;
                        }
                        a[e + 16 >> 2] = c, a[e + 12 >> 2] = m, a[e + 8 >> 2] = s;
                        break a;
                      }
                      p = 0 | E(0 | i), a[t >> 2] = 14, a[t + 4 >> 2] = p;
                      break n;
                    }
                    Qr(t, e, 0, r);
                  }
                  i >>> 0 < 1028 || v(0 | i);
                }
                ut(r + 160 | 0);
              }
              if (-2147483647 != a[r + 136 >> 2] ? (t = pr(r + 136 | 0), a[r + 160 >> 2] = t, i = Ut(r + 160 | 0), t >>> 0 < 1028 || v(0 | t)) : i = a[r + 140 >> 2], a[r + 192 >> 2] = i, a[r + 160 >> 2] = 1024, p = r + 8 | 0, ne = k = ne - 16 | 0, c = 0 | w(a[e + 44 >> 2], a[r + 160 >> 2], a[r + 192 >> 2]), Ar(k + 8 | 0), t = 1, 1 != a[k + 8 >> 2] ? t = 0 : c = a[k + 12 >> 2], a[p + 4 >> 2] = c, a[p >> 2] = t, ne = k + 16 | 0, (t = a[r + 12 >> 2]) >>> 0 >= 1028 && v(0 | t), pe(e = e + 28 | 0), a[e >> 2] = 0, i >>> 0 < 1028) break e;
              v(0 | i);
              break e;
            }
            if (a[e + 28 >> 2]) {
              if (e = a[e + 32 >> 2], A(0 | i, 0 | e, 0 | e), i >>> 0 <= 1027) break e;
            } else if (i >>> 0 < 1028) break e;
            v(0 | i);
          }
          ne = r + 208 | 0;
        }
        function wr(e, t, r, n, o, i) {
          var s,
            l = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          ne = s = ne - 16 | 0, i && (r = r + n | 0) >>> 0 >= n >>> 0 && (f = s + 4 | 0, ne = l = ne - 32 | 0, p = 1, n = 4, r = on(i, 0, d = (r = r >>> 0 > (c = a[t >> 2] << 1) >>> 0 ? r : c) >>> 0 > (c = 1 == (0 | i) ? 8 : i >>> 0 < 1025 ? 4 : 1) >>> 0 ? r : c), !ie & -2147483648 - o >>> 0 >= r >>> 0 ? (n = 0, h = l + 28 | 0, i && (b = a[t >> 2]) && (a[l + 28 >> 2] = o, n = u(i, b), h = l + 24 | 0, i = a[t + 4 >> 2]), a[h >> 2] = n, a[l + 28 >> 2] ? (n = a[l + 24 >> 2]) ? (i = kr(i, n, o, r), n = r) : (Ke(l + 16 | 0, o, r), i = a[l + 16 >> 2], n = a[l + 20 >> 2]) : (Ke(l + 8 | 0, o, r), i = a[l + 8 >> 2], n = a[l + 12 >> 2]), i ? (a[f + 4 >> 2] = i, p = 0, r = n) : a[f + 4 >> 2] = o, n = 8) : r = 0, a[n + f >> 2] = r, a[f >> 2] = p, ne = l + 32 | 0, 1 != a[s + 4 >> 2] ? (r = a[s + 8 >> 2], a[t >> 2] = d, a[t + 4 >> 2] = r, l = -2147483647) : (c = a[s + 12 >> 2], l = a[s + 8 >> 2])), a[e + 4 >> 2] = c, a[e >> 2] = l, ne = s + 16 | 0;
        }
        function kr(e, t, r, n) {
          var o = 0,
            i = 0,
            s = 0,
            l = 0;
          e: {
            if (!(r - 1 & r)) t: if (!(-2147483648 - r >>> 0 < n >>> 0)) {
              if (!(r >>> 0 <= 65536) || (i = p(((o = t >>> 0 < r >>> 0 ? r : t) >>> 0 <= 16 ? 16 : o) - 1 | 0)) && (-1 >>> p(((s = r >>> 0 > n >>> 0 ? r : n) >>> 0 <= 16 ? 16 : s) - 1 | 0) | 0) == (-1 >>> i | 0)) break e;
              if (!(r = At(r, n))) break t;
              (t = t >>> 0 > n >>> 0 ? n : t) && nn(r, e, t), (t = p((o >>> 0 <= 16 ? 16 : o) - 1 | 0)) && (t = 68712 + (0 - t << 2) | 0, a[e >> 2] = a[t >> 2], a[t >> 2] = e), l = r;
            }
            e = l;
          }
          return e;
        }
        function Ar(e) {
          var t, r;
          t = a[17182], r = a[17183], a[17182] = 0, a[17183] = 0, a[e + 4 >> 2] = r, a[e >> 2] = 1 == (0 | t);
        }
        function _r(e, t, r, n, o, i, s, l) {
          var u,
            c = 0;
          ne = u = ne - 16 | 0, -2147483648 == (0 | (c = a[t + 40 >> 2])) ? Je(u + 4 | 0, r, n) : (r = a[t + 48 >> 2], a[u + 8 >> 2] = a[t + 44 >> 2], a[u + 12 >> 2] = r, a[u + 4 >> 2] = c), n = a[t + 8 >> 2], c = a[t + 12 >> 2], r = a[t >> 2], Je(e + 52 | 0, o, i), a[e + 8 >> 2] = s, a[e + 12 >> 2] = l, a[e >> 2] = r ? n : 0, a[e + 4 >> 2] = r ? c : 0, a[e + 24 >> 2] = a[t + 24 >> 2], r = a[t + 20 >> 2], a[e + 16 >> 2] = a[t + 16 >> 2], a[e + 20 >> 2] = r, r = a[t + 32 >> 2], a[e + 28 >> 2] = a[t + 28 >> 2], a[e + 32 >> 2] = r, a[e + 36 >> 2] = a[t + 36 >> 2], t = a[u + 8 >> 2], a[e + 40 >> 2] = a[u + 4 >> 2], a[e + 44 >> 2] = t, a[e + 48 >> 2] = a[u + 12 >> 2], ne = u + 16 | 0;
        }
        function Sr(e, t, r) {
          var n,
            o = 0,
            i = 0,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          ne = n = ne - 96 | 0, ar(i = n + 8 | 0, t, r, 96, 48);
          e: if ((t = a[n + 8 >> 2]) && (r = a[n + 12 >> 2]) && (s = a[n + 20 >> 2])) {
            if (o = a[n + 52 >> 2], l = a[n + 48 >> 2], u = a[n + 44 >> 2], c = a[n + 40 >> 2], f = a[n + 36 >> 2], p = a[n + 32 >> 2], d = a[n + 28 >> 2], h = a[n + 24 >> 2], b = a[n + 16 >> 2], Je(n + 60 | 0, t, r), Je(n + 72 | 0, b, s), Je(n + 84 | 0, h, d), jt(i, p, f), !a[n + 12 >> 2] & 1 == a[n + 8 >> 2] && (t = a[n + 16 >> 2], r = a[n + 20 >> 2], jt(i, c, u), !(1 != a[n + 8 >> 2] | a[n + 12 >> 2]))) {
              i = a[n + 16 >> 2], s = a[n + 20 >> 2], Je(e + 52 | 0, l, o), a[e + 24 >> 2] = a[n + 68 >> 2], o = a[n + 64 >> 2], a[e + 16 >> 2] = a[n + 60 >> 2], a[e + 20 >> 2] = o, o = a[n + 76 >> 2], a[e + 28 >> 2] = a[n + 72 >> 2], a[e + 32 >> 2] = o, a[e + 36 >> 2] = a[n + 80 >> 2], o = a[n + 88 >> 2], a[e + 40 >> 2] = a[n + 84 >> 2], a[e + 44 >> 2] = o, a[e + 48 >> 2] = a[n + 92 >> 2], a[e + 8 >> 2] = i, a[e + 12 >> 2] = s, a[e >> 2] = t, a[e + 4 >> 2] = r;
              break e;
            }
            a[e + 52 >> 2] = -2147483648, vr(n + 84 | 0), vr(n + 72 | 0), vr(n + 60 | 0);
          } else a[e + 52 >> 2] = -2147483648;
          ne = n + 96 | 0;
        }
        function Ur(e, t, n) {
          var o,
            i = 0,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          ne = o = ne - 32 | 0, Mr(t, n, 66900, 18) ? (Ge(o + 8 | 0, t + 18 | 0, n - 18 | 0, 66524), (i = a[o + 8 >> 2]) ? (c = a[o + 12 >> 2], Ge(o + 8 | 0, a[o + 16 >> 2], a[o + 20 >> 2], 66524), (s = a[o + 8 >> 2]) ? (f = a[o + 12 >> 2], Ge(l = o + 8 | 0, a[o + 16 >> 2], a[o + 20 >> 2], 66524), (u = a[o + 8 >> 2]) ? (p = a[o + 12 >> 2], t = a[o + 20 >> 2], n = a[o + 16 >> 2], Je(l, s, f), Je(o + 20 | 0, n, t), t = et(n, t), n = Yr(i, c), Je(e + 36 | 0, u, p), r[e + 50 | 0] = n, r[e + 49 | 0] = 0, r[e + 48 | 0] = t, a[e + 32 >> 2] = 0, a[e + 24 >> 2] = 0, a[e + 28 >> 2] = 1, t = a[o + 28 >> 2], a[e + 16 >> 2] = a[o + 24 >> 2], a[e + 20 >> 2] = t, t = a[o + 20 >> 2], a[e + 8 >> 2] = a[o + 16 >> 2], a[e + 12 >> 2] = t, t = a[o + 12 >> 2], a[e >> 2] = a[o + 8 >> 2], a[e + 4 >> 2] = t) : a[e >> 2] = -2147483648) : a[e >> 2] = -2147483648) : a[e >> 2] = -2147483648) : a[e >> 2] = -2147483648, ne = o + 32 | 0;
        }
        function xr(e, t, r, n) {
          return 1114112 != (0 | r) && 0 | fn[a[t + 16 >> 2]](e, r) ? 1 : e = n ? 0 | fn[a[t + 12 >> 2]](e, n, 0) : 0;
        }
        function Er(e, t, r, s) {
          var l,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          ne = l = ne - 16 | 0;
          e: if (1 & s) u = 0 | fn[a[t + 12 >> 2]](e, r, s >>> 1 | 0);else {
            if (u = 0, !(c = o[0 | r])) break e;
            h = a[t + 12 >> 2];
            t: {
              r: {
                n: {
                  a: {
                    for (;;) {
                      if (u = r + 1 | 0, c << 24 >> 24 >= 0) {
                        if (0 | fn[0 | h](e, u, c)) break r;
                        r = u + c | 0;
                      } else if (128 != (0 | c)) {
                        if (192 != (0 | c)) {
                          if (b = 1610612768, 1 & c && (b = o[r + 1 | 0] | o[r + 2 | 0] << 8 | o[r + 3 | 0] << 16 | o[r + 4 | 0] << 24, u = r + 5 | 0), d = 0, 2 & c ? (p = o[0 | u] | o[u + 1 | 0] << 8, r = u + 2 | 0) : (p = 0, r = u), 4 & c && (d = o[0 | r] | o[r + 1 | 0] << 8, r = r + 2 | 0), 8 & c && (f = o[0 | r] | o[r + 1 | 0] << 8, r = r + 2 | 0), p = 16 & c ? i[4 + ((p << 3) + s | 0) >> 1] : p, 32 & c && (d = i[4 + ((d << 3) + s | 0) >> 1]), n[l + 14 >> 1] = d, n[l + 12 >> 1] = p, a[l + 8 >> 2] = b, a[l + 4 >> 2] = t, a[l >> 2] = e, 0 | fn[a[4 + (u = (f << 3) + s | 0) >> 2]](a[u >> 2], l)) break a;
                          f = f + 1 | 0;
                        } else {
                          if (a[l + 4 >> 2] = t, a[l >> 2] = e, a[l + 8 >> 2] = 1610612768, a[l + 12 >> 2] = 0, 0 | fn[a[4 + (r = (f << 3) + s | 0) >> 2]](a[r >> 2], l)) break t;
                          f = f + 1 | 0, r = u;
                        }
                      } else {
                        if (u = r + 3 | 0, r = o[r + 1 | 0] | o[r + 2 | 0] << 8, 0 | fn[0 | h](e, u, r)) break n;
                        r = r + u | 0;
                      }
                      if (!(c = o[0 | r])) break;
                    }
                    u = 0;
                    break e;
                  }
                  u = 1;
                  break e;
                }
                u = 1;
                break e;
              }
              u = 1;
              break e;
            }
            u = 1;
          }
          return ne = l + 16 | 0, u;
        }
        function Or(e, t, r) {
          var a,
            i,
            s,
            l = 0;
          ne = a = ne - 16 | 0, s = t + r | 0, i = a + 12 | 0;
          e: for (; (0 | (r = t)) != (0 | s);) {
            if (t = r + 1 | 0, ((r = o[0 | r]) - 48 & 255) >>> 0 >= 10 & !(((223 & r) - 65 & 255) >>> 0 < 26 | r - 45 >>> 0 < 2 | 95 == (0 | r) | 126 == (0 | r))) for (Pe(e, 37), n[i >> 1] = (15 & r) << 8 | r >>> 4, r = 0;;) {
              if (2 == (0 | r)) continue e;
              Pe(e, l = (l = o[r + i | 0]) >>> 0 <= 15 ? o[l + 67304 | 0] : 48), r = r + 1 | 0;
            }
            Pe(e, r);
          }
          ne = a + 16 | 0;
        }
        function jr(e, t, n) {
          var i,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0;
          if (ne = i = ne - 48 | 0, Mr(t, n, 66516, 2)) {
            if (or(l = i + 32 | 0, t + 2 | 0, n - 2 | 0, 66518, 3), v = a[i + 44 >> 2], g = a[i + 40 >> 2], b = a[i + 32 >> 2], p = a[i + 36 >> 2], a[i + 40 >> 2] = p, a[i + 36 >> 2] = b, a[i + 32 >> 2] = 66521, Ae(i + 24 | 0, l), t = a[i + 24 >> 2]) {
              Ge(n = i + 32 | 0, t, d = a[i + 28 >> 2], 66522);
              e: if (u = a[i + 32 >> 2], u) {
                if (c = 1, h = a[i + 44 >> 2], y = a[i + 40 >> 2], (l = a[i + 36 >> 2]) >>> 0 < 2 || (Re(i + 16 | 0, u, l, 91), !(t = a[i + 16 >> 2]))) break e;
                for (n = a[i + 20 >> 2];;) {
                  if (c = !!(0 | n), !n || ((f = o[0 | t]) - 48 & 255) >>> 0 >= 10 & !(58 == (0 | f) | ((223 & f) - 65 & 255) >>> 0 < 6) & 46 != (0 | f)) break e;
                  t = t + 1 | 0, n = n - 1 | 0;
                }
              } else {
                if (c = 1, or(n, t, d, 66368, 1), h = a[i + 44 >> 2], y = a[i + 40 >> 2], u = a[i + 32 >> 2], !(l = a[i + 36 >> 2])) {
                  l = 0;
                  break e;
                }
                for (n = 0;;) {
                  if (c = (0 | n) != (0 | l), (0 | n) == (0 | l) || ((t = o[n + u | 0]) - 48 & 255) >>> 0 >= 10 & !(((223 & t) - 65 & 255) >>> 0 < 26 | t - 45 >>> 0 < 2) & 95 != (0 | t)) break e;
                  n = n + 1 | 0;
                }
              }
              Ge(t = i + 32 | 0, b, p, 66523), a[i + 32 >> 2] || c || h && (Re(i + 8 | 0, y, h, 58), !(n = a[i + 8 >> 2]) || (jt(t, n, a[i + 12 >> 2]), 1 != a[i + 32 >> 2] | a[i + 36 >> 2]) || !(n = a[i + 44 >> 2]) & s[i + 40 >> 2] >= 65536 | n) ? r[e + 16 | 0] = 2 : (a[e + 12 >> 2] = v, a[e + 8 >> 2] = g, a[e + 4 >> 2] = l, a[e >> 2] = u, r[e + 16 | 0] = p >>> 0 > d >>> 0);
            } else r[e + 16 | 0] = 2;
          } else r[e + 16 | 0] = 2;
          ne = i + 48 | 0;
        }
        function Tr(e, t, n) {
          var i = 0,
            s = 0,
            l = 0,
            u = 0,
            c = 0;
          e: if (37 == (0 | (s = 255 & t))) {
            if ((0 | (t = a[n >> 2])) == (0 | (l = a[n + 4 >> 2]))) break e;
            if (u = t + 1 | 0, a[n >> 2] = u, (255 & (s = (i = o[0 | t]) - 48 | 0)) >>> 0 >= 10) if ((i - 97 & 255) >>> 0 <= 5) s = i - 87 | 0;else {
              if ((i - 71 & 255) >>> 0 < 250) break e;
              s = i - 55 | 0;
            }
            if ((0 | l) == (0 | u)) break e;
            a[n >> 2] = t + 2;
            t: {
              if ((255 & (t = (i = o[t + 1 | 0]) - 48 | 0)) >>> 0 >= 10) {
                if (n = i - 87 | 0, (i - 97 & 255) >>> 0 <= 5) break t;
                if ((i - 71 & 255) >>> 0 < 250) break e;
                t = i - 55 | 0;
              }
              n = t;
            }
            c = 1, t = s << 4 | n;
          } else {
            if (c = 1, 43 != (0 | s)) break e;
            t = 32;
          }
          r[e + 1 | 0] = t, r[0 | e] = c;
        }
        function Pr(e, t, i) {
          var s,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          ne = s = ne - 192 | 0, u = o[t + 77 | 0], r[s + 8 | 0] = u, c = a[i + 4 >> 2], l = a[i >> 2], a[s + 16 >> 2] = l, a[s + 20 >> 2] = c, c = a[i + 12 >> 2], a[s + 24 >> 2] = a[i + 8 >> 2], a[s + 28 >> 2] = c, c = a[i + 20 >> 2], a[s + 32 >> 2] = a[i + 16 >> 2], a[s + 36 >> 2] = c;
          e: {
            t: {
              if (5 != (0 | l)) r: {
                n: {
                  a: {
                    switch (u - 1 | 0) {
                      case 3:
                        c = a[s + 24 >> 2], u = a[s + 20 >> 2], f = 11, 12 == (0 | l) && u && (fn[a[c + 12 >> 2]](s + 176 | 0, u, 66757, 5), -2147483648 != a[s + 176 >> 2]) && (p = a[s + 184 >> 2], a[s + 120 >> 2] = p, d = a[s + 180 >> 2], a[s + 112 >> 2] = a[s + 176 >> 2], a[s + 116 >> 2] = d, 13 == (0 | p) && (f = Pt(a[s + 116 >> 2], 67338, 13) ? 11 : 20), vr(s + 112 | 0)), a[s + 56 >> 2] = c, a[s + 52 >> 2] = u, a[s + 48 >> 2] = l, l = a[4 + (i = i + 12 | 0) >> 2], a[s + 60 >> 2] = a[i >> 2], a[s + 64 >> 2] = l, a[s + 68 >> 2] = a[i + 8 >> 2], Hr(s + 112 | 0, s + 48 | 0, f), 3 != a[t >> 2] | a[t + 4 >> 2] && Cr(t), nn(t, s + 112 | 0, 56), a[e >> 2] = -2147483648, r[t + 77 | 0] = 5;
                        break e;
                      case 6:
                        a[e >> 2] = -2147483632, r[t + 77 | 0] = 8;
                        break r;
                      case 7:
                        if (i = a[t + 72 >> 2], a[t + 72 >> 2] = 0, nn(c = s + 120 | 0, t, 56), a[t >> 2] = 3, a[t + 4 >> 2] = 0, a[s + 112 >> 2] = i, t = a[s + 120 >> 2], l = a[s + 124 >> 2], i) u = -2147483647;else {
                          if (!l & 2 == (0 | t)) {
                            t = a[s + 140 >> 2], a[e + 12 >> 2] = a[s + 136 >> 2], a[e + 16 >> 2] = t, t = a[s + 132 >> 2], a[e + 4 >> 2] = a[s + 128 >> 2], a[e + 8 >> 2] = t, a[e >> 2] = -2147483630;
                            break r;
                          }
                          u = -2147483648;
                        }
                        if (a[e + 12 >> 2] = 0, a[e + 16 >> 2] = 1441792, a[e + 8 >> 2] = i, a[e + 4 >> 2] = u, a[e >> 2] = -2147483630, e = t - 2 | 0, !(t = l - (t >>> 0 < 2) | 0) & e >>> 0 > 1 | t) {
                          Cr(c);
                          break r;
                        }
                        if (1 == (0 | e)) break r;
                        ue(s + 128 | 0);
                        break r;
                      case 0:
                        u = a[i + 4 >> 2], l = a[i >> 2], r[t + 76 | 0] = 4 != (0 | l), c = a[i + 20 >> 2], a[s + 64 >> 2] = a[i + 16 >> 2], a[s + 68 >> 2] = c, c = a[i + 12 >> 2], a[s + 56 >> 2] = a[i + 8 >> 2], a[s + 60 >> 2] = c, a[s + 48 >> 2] = l, a[s + 52 >> 2] = u, i = o[a[t + 64 >> 2] + 58 | 0], qt(s + 116 | 0, t - -64 | 0), r[t + 77 | 0] = 2, t = a[s + 124 >> 2], a[e + 8 >> 2] = a[s + 120 >> 2], a[e + 12 >> 2] = t, a[e + 24 >> 2] = a[s + 136 >> 2], a[s + 112 >> 2] = -2147483646, t = a[s + 116 >> 2], a[e >> 2] = a[s + 112 >> 2], a[e + 4 >> 2] = t, r[s + 128 | 0] = i, t = a[s + 132 >> 2], a[e + 16 >> 2] = a[s + 128 >> 2], a[e + 20 >> 2] = t, lt(s + 48 | 0);
                        break e;
                      case 1:
                        if (8 != (0 | l)) break a;
                        if (Qt(s + 112 | 0, i + 4 | 0), 1 == o[s + 112 | 0]) {
                          r[e + 19 | 0] = 0, r[e + 18 | 0] = o[s + 113 | 0], n[e + 16 >> 1] = 0, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                          break n;
                        }
                        i = a[s + 116 >> 2], l = a[t + 68 >> 2], Tt(i + 16 | 0, a[l + 20 >> 2], a[l + 24 >> 2]) ? (Zt(e, t), ft(i), a[i >> 2] = a[17152], a[17152] = i) : (ft(l), a[l >> 2] = a[17152], r[t + 77 | 0] = 3, a[t + 68 >> 2] = i, a[e >> 2] = -2147483648, a[17152] = l);
                        break n;
                      case 2:
                        if (6 == (0 | l) && (p = a[t + 68 >> 2], l = a[(i = p) >> 2], f = i = a[i + 4 >> 2], !(i | l && (b = a[s + 28 >> 2], i = b, d = a[p + 12 >> 2], u = a[s + 24 >> 2], c = a[p + 8 >> 2], (0 | i) == (0 | d) & u >>> 0 < c >>> 0 | i >>> 0 < d >>> 0 || (h = u + 3e4 | 0, i = h >>> 0 < 3e4 ? i + 1 | 0 : i, u = (0 | i) == (0 | b) & u >>> 0 > h >>> 0 | i >>> 0 < b >>> 0, b = u ? -1 : h, u = u ? -1 : i, i = f, f = !i & l >>> 0 >= 864e5 | !!(0 | i), h = f ? 864e5 : l, l = h + c | 0, i = (f ? 0 : i) + d | 0, f = l, i = l >>> 0 < h >>> 0 ? i + 1 | 0 : i, l = (0 | d) == (0 | i) & l >>> 0 < c >>> 0 | i >>> 0 < d >>> 0, c = l ? -1 : f, i = l ? -1 : i, (0 | i) == (0 | u) & c >>> 0 <= b >>> 0 | i >>> 0 < u >>> 0))))) {
                          if (i = At(8, 64)) {
                            $e(16 + (t = s + 112 | 0) | 0, p + 16 | 0), $e(t + 28 | 0, p + 28 | 0), $e(t + 40 | 0, p + 40 | 0), l = a[p >> 2], u = a[p + 4 >> 2], c = a[p + 8 >> 2], f = a[p + 12 >> 2], $e(t + 52 | 0, p + 52 | 0), a[s + 120 >> 2] = c, a[s + 124 >> 2] = f, a[s + 112 >> 2] = l, a[s + 116 >> 2] = u, nn(i, t, 64), a[e + 8 >> 2] = i, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647;
                            break r;
                          }
                          Yt(8, 64), ei();
                        }
                        Zt(e, t);
                        break r;
                      case 4:
                        if (6 != (0 | l)) break a;
                        i = a[s + 28 >> 2], a[t + 56 >> 2] = a[s + 24 >> 2], a[t + 60 >> 2] = i, i = o[a[t + 64 >> 2] + 58 | 0], qt(s + 116 | 0, t - -64 | 0), r[t + 77 | 0] = 6, t = a[s + 124 >> 2], a[e + 8 >> 2] = a[s + 120 >> 2], a[e + 12 >> 2] = t, a[e + 24 >> 2] = a[s + 136 >> 2], a[s + 112 >> 2] = -2147483646, t = a[s + 116 >> 2], a[e >> 2] = a[s + 112 >> 2], a[e + 4 >> 2] = t, r[s + 128 | 0] = i, t = a[s + 132 >> 2], a[e + 16 >> 2] = a[s + 128 >> 2], a[e + 20 >> 2] = t;
                        break r;
                      case 5:
                        if (8 != (0 | l)) break a;
                        Qt(s + 40 | 0, i + 4 | 0), nn(c = s + 56 | 0, t, 56), a[t >> 2] = 3, a[t + 4 >> 2] = 0, l = i = a[s + 44 >> 2], u = a[s + 40 >> 2], a[s + 48 >> 2] = u, a[s + 52 >> 2] = i, i = 1;
                        o: {
                          if (1 & u) r[e + 19 | 0] = 0, n[e + 16 >> 1] = 0, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648, r[e + 18 | 0] = (255 & l) << 24 | u >>> 8;else {
                            if (u = a[t + 68 >> 2], Tt(l + 16 | 0, a[u + 20 >> 2], a[u + 24 >> 2])) {
                              if (i = (f = a[s + 56 >> 2]) - 2 | 0, !(f = a[s + 60 >> 2] - (f >>> 0 < 2) | 0) & i >>> 0 > 1 | f) {
                                if (_r(f = s + 112 | 0, c, a[u + 44 >> 2], a[u + 48 >> 2], a[u + 56 >> 2], a[u + 60 >> 2], a[t + 56 >> 2], a[t + 60 >> 2]), nn(i = Ht(8, 64), f, 64), Vt(f, i), -2147483648 == a[s + 112 >> 2]) {
                                  a[e + 16 >> 2] = 655360, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648, ft(i), a[i >> 2] = a[17152], a[17152] = i, ft(l), a[l >> 2] = a[17152], a[17152] = l;
                                  break n;
                                }
                                a[s + 184 >> 2] = a[s + 120 >> 2], u = a[s + 116 >> 2], a[s + 176 >> 2] = a[s + 112 >> 2], a[s + 180 >> 2] = u, (u = a[t + 72 >> 2]) && (ft(u), a[u >> 2] = a[17152], a[17152] = u), a[t + 72 >> 2] = i, i = o[a[t + 64 >> 2] + 58 | 0], qt(s + 112 | 0, t - -64 | 0), r[t + 77 | 0] = 7, t = a[s + 116 >> 2], a[e >> 2] = a[s + 112 >> 2], a[e + 4 >> 2] = t, r[s + 136 | 0] = i, a[e + 24 >> 2] = a[s + 136 >> 2], t = a[s + 180 >> 2], a[s + 124 >> 2] = a[s + 176 >> 2], a[s + 128 >> 2] = t, t = a[s + 124 >> 2], a[e + 8 >> 2] = a[s + 120 >> 2], a[e + 12 >> 2] = t, a[s + 132 >> 2] = a[s + 184 >> 2], t = a[s + 132 >> 2], a[e + 16 >> 2] = a[s + 128 >> 2], a[e + 20 >> 2] = t, i = 1, t = 0;
                              } else 1 == (0 | i) ? (a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648, i = 1) : (20 == o[s + 78 | 0] ? (a[t >> 2] = 2, a[t + 4 >> 2] = 0, ge(e, t - -64 | 0), r[t + 77 | 0] = 7) : (a[e >> 2] = -2147483630, i = a[t + 20 >> 2], a[e + 12 >> 2] = a[t + 16 >> 2], a[e + 16 >> 2] = i, i = a[t + 12 >> 2], a[e + 4 >> 2] = a[t + 8 >> 2], a[e + 8 >> 2] = i), i = 0), t = 1;
                              ft(l), a[l >> 2] = a[17152], a[17152] = l;
                              break o;
                            }
                            ft(u), a[u >> 2] = a[17152], r[t + 77 | 0] = 3, a[t + 68 >> 2] = l, a[e >> 2] = -2147483648, a[17152] = u;
                          }
                          t = 1;
                        }
                        if (e = (l = a[s + 56 >> 2]) - 2 | 0, !(l = a[s + 60 >> 2] - (l >>> 0 < 2) | 0) & e >>> 0 > 1 | l) {
                          if (!t) break n;
                          ct(c);
                        } else {
                          if (!i | 1 == (0 | e)) break n;
                          ue(s - -64 | 0);
                        }
                        break n;
                    }
                    bt(e, t - -64 | 0, 2e4), r[t + 77 | 0] = 1;
                    break r;
                  }
                  a[e + 16 >> 2] = 1441792, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
                  break r;
                }
                if (8 == a[s + 16 >> 2]) break e;
                break t;
              } else a[e + 16 >> 2] = 458752, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483648;
              if (8 == a[s + 16 >> 2]) {
                ue(s + 20 | 0);
                break e;
              }
            }
            lt(s + 16 | 0);
          }
          ne = s + 192 | 0;
        }
        function Rr(e, t, n, i, s) {
          var l,
            u,
            c = 0,
            f = 0,
            p = 0;
          u = 8 + (l = ne - 32 | 0) | 0, ne = c = (ne = l) - 80 | 0, a[c + 36 >> 2] = n, a[c + 32 >> 2] = t, a[c + 28 >> 2] = 66956, br(c + 16 | 0, c + 28 | 0), t = a[c + 20 >> 2], a[c + 40 >> 2] = a[c + 16 >> 2], a[c + 44 >> 2] = t, a[c + 52 >> 2] = 10, a[c + 48 >> 2] = 67277;
          e: {
            if (!Dr(c + 40 | 0, c + 48 | 0)) t: {
              for (t = 0; 24 != (0 | t);) a[(n = (c + 56 | 0) + t | 0) >> 2] = 1, a[n + 4 >> 2] = 0, t = t + 8 | 0;
              for (t = 0; br(c + 8 | 0, c + 28 | 0), n = a[c + 8 >> 2], 24 != (0 | t);) {
                if (!n) break t;
                p = a[c + 12 >> 2], a[(f = (c + 56 | 0) + t | 0) >> 2] = n, a[f + 4 >> 2] = p, t = t + 8 | 0;
              }
              n ? a[u >> 2] = 0 : (t = a[c + 76 >> 2], a[u + 16 >> 2] = a[c + 72 >> 2], a[u + 20 >> 2] = t, t = a[c + 68 >> 2], a[u + 8 >> 2] = a[c + 64 >> 2], a[u + 12 >> 2] = t, t = a[c + 60 >> 2], a[u >> 2] = a[c + 56 >> 2], a[u + 4 >> 2] = t);
              break e;
            }
            a[u >> 2] = 0;
          }
          ne = c + 80 | 0;
          e: {
            if ((c = a[l + 8 >> 2]) && a[l + 20 >> 2] == (0 | s)) {
              for (n = a[l + 16 >> 2], t = 0; s;) s = s - 1 | 0, t = o[0 | i] ^ o[0 | n] | t, i = i + 1 | 0, n = n + 1 | 0;
              if (!(255 & t)) {
                t = a[l + 28 >> 2], n = a[l + 24 >> 2];
                t: {
                  r: switch (a[l + 12 >> 2] - 5 | 0) {
                    case 0:
                      if (Pt(c, 67293, 5)) break t;
                      a[e >> 2] = -2147483648;
                      break e;
                    case 4:
                      if (Pt(c, 67221, 9)) break t;
                      a[e >> 2] = -2147483647;
                      break e;
                    case 1:
                      break r;
                    default:
                      break t;
                  }
                  if (!Pt(c, 67287, 6)) {
                    Je(e, n, t);
                    break e;
                  }
                  if (!Pt(c, 67298, 6)) {
                    if (jt(l + 8 | 0, n, t), !a[l + 12 >> 2] & 1 == a[l + 8 >> 2] && (t = a[l + 16 >> 2], !a[l + 20 >> 2] & t >>> 0 <= 255)) {
                      t = (t = t - 1 & 255) >>> 0 <= 22 ? o[t + 66676 | 0] : 22, r[e + 4 | 0] = t, a[e >> 2] = -2147483646;
                      break e;
                    }
                    a[e >> 2] = -2147483645;
                    break e;
                  }
                }
                a[e >> 2] = -2147483645;
                break e;
              }
            }
            a[e >> 2] = -2147483645;
          }
          ne = l + 32 | 0;
        }
        function Ir(e, t, n, i, s) {
          var l,
            u = 0;
          ne = l = ne - 32 | 0;
          e: {
            t: {
              r: {
                u = a[17191], a[17191] = u + 1;
                n: if ((0 | u) >= 0) {
                  if (u = 1, o[68744]) break n;
                  r[68744] = 1, a[17185] = a[17185] + 1, u = 2;
                } else u = 0;
                switch (255 & u) {
                  case 0:
                    break r;
                  case 2:
                    break t;
                  default:
                    break e;
                }
              }
              ei();
            }
            (0 | (u = a[17188])) < 0 && ei(), a[17188] = u + 1, a[17189] && (fn[a[t + 20 >> 2]](l + 8 | 0, e), r[l + 29 | 0] = s, r[l + 28 | 0] = i, a[l + 24 >> 2] = n, e = a[l + 12 >> 2], a[l + 16 >> 2] = a[l + 8 >> 2], a[l + 20 >> 2] = e, fn[a[a[17190] + 20 >> 2]](a[17189], l + 16 | 0)), a[17188] = a[17188] - 1, r[68744] = 0, ei();
          }
          fn[a[t + 24 >> 2]](l, e), ei();
        }
        function Nr(e, t, r, n) {
          var o;
          ne = o = ne - 32 | 0, e >>> 0 > r >>> 0 && (a[o + 8 >> 2] = e, a[o + 12 >> 2] = r, a[o + 24 >> 2] = o + 12, a[o + 28 >> 2] = 90, a[o + 16 >> 2] = o + 8, a[o + 20 >> 2] = 90, vt(65637, o + 16 | 0, n), ei()), t >>> 0 > r >>> 0 && (a[o + 8 >> 2] = t, a[o + 12 >> 2] = r, a[o + 24 >> 2] = o + 12, a[o + 28 >> 2] = 90, a[o + 16 >> 2] = o + 8, a[o + 20 >> 2] = 90, vt(65694, o + 16 | 0, n), ei()), e >>> 0 <= t >>> 0 ? (a[o + 8 >> 2] = t, a[o + 12 >> 2] = r, a[o + 24 >> 2] = o + 12, a[o + 28 >> 2] = 90, a[o + 16 >> 2] = o + 8, a[o + 20 >> 2] = 90, vt(65694, o + 16 | 0, n)) : (a[o + 8 >> 2] = e, a[o + 12 >> 2] = t, a[o + 24 >> 2] = o + 12, a[o + 28 >> 2] = 90, a[o + 16 >> 2] = o + 8, a[o + 20 >> 2] = 90, vt(65597, o + 16 | 0, n)), ei();
        }
        function Lr(e) {
          var t = 0;
          e: {
            t: {
              r: switch (e = a[e >> 2], o[e + 20 | 0] - 1 | 0) {
                case 0:
                case 2:
                  break e;
                case 1:
                  break r;
                default:
                  break t;
              }
              return void (r[e + 20 | 0] = 3);
            }
            if (s[e + 8 >> 2] >= 2147483647) ne = e = ne - 16 | 0, a[e >> 2] = e + 15, a[e + 4 >> 2] = 92, vt(65747, e, 67784);else {
              if (!a[e + 12 >> 2]) break e;
              t = a[e >> 2] + 1 | 0, a[e >> 2] = t, t ? r[e + 20 | 0] = 1 : ei();
            }
            ei();
          }
        }
        function Cr(e) {
          !a[e + 4 >> 2] & 2 == a[e >> 2] ? ue(e + 8 | 0) : ct(e);
        }
        function Br(e) {
          var t;
          dt(t = e + 8 | 0), rn(t), ue(e + 20 | 0);
        }
        function zr(e, t) {
          var r = 0;
          return r = e + 1 | 0, Mr(e, t, 66515, 1) || (r = Mr(e, t, 66514, 1) ? r : 0), Mr(e = r || e, t = t - !!(0 | r) | 0, 67358, 10) ? Mr(e = e + 10 | 0, t = t - 10 | 0, 67368, 2) ? 0 : Mr(e, t, 67370, 2) ? 1 : 2 : 2;
        }
        function Mr(e, t, r, n) {
          return !(e = t >>> 0 >= n >>> 0 ? Pt(r, e, n) : 1);
        }
        function Dr(e, t) {
          var r,
            n,
            o = 0;
          return o = !((r = a[e >> 2]) | (n = a[t >> 2])), n && r && (o = !(e = (0 | (o = a[e + 4 >> 2])) == a[t + 4 >> 2] ? Pt(a[e >> 2], a[t >> 2], o) : 1)), !o;
        }
        function Fr(e, t, n) {
          var i,
            s,
            l,
            u,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0,
            k = 0,
            A = 0,
            _ = 0,
            S = 0,
            U = 0,
            x = 0,
            E = 0,
            O = 0,
            j = 0,
            T = 0,
            P = 0,
            R = 0;
          for (ne = i = ne - 112 | 0, Je(c = i + 4 | 0, t, n), Oe(c, 128); 56 != (63 & a[i + 12 >> 2]);) Oe(i + 4 | 0, 0);
          for (a[i + 48 >> 2] = 0, a[i + 52 >> 2] = 8, n = (t = n) >>> 5 | 0, a[i + 56 >> 2] = 117440512 & n, a[i + 60 >> 2] = t << 11 & 16711680 | t << 27 | 65280 & n | t >>> 21 & 255, je(h = i + 4 | 0, (p = a[4 + (n = i + 48 | 0) >> 2]) - (t = a[n >> 2]) | 0), b = n + 8 | 0, n = a[h + 8 >> 2], c = a[h + 4 >> 2]; (0 | t) != (0 | p);) r[n + c | 0] = o[t + b | 0], n = n + 1 | 0, t = t + 1 | 0;
          for (a[h + 8 >> 2] = n, n = 0, t = a[16668], a[i + 40 >> 2] = a[16667], a[i + 44 >> 2] = t, t = a[16666], a[i + 32 >> 2] = a[16665], a[i + 36 >> 2] = t, t = a[16664], a[i + 24 >> 2] = a[16663], a[i + 28 >> 2] = t, t = a[16662], a[i + 16 >> 2] = a[16661], a[i + 20 >> 2] = t, ne = l = ne - 128 | 0, u = (m = a[i + 8 >> 2]) + (-64 & a[i + 12 >> 2]) | 0, k = a[28 + (s = i + 16 | 0) >> 2], A = a[s + 24 >> 2], _ = a[s + 20 >> 2], S = a[s + 16 >> 2], U = a[s + 12 >> 2], x = a[s + 8 >> 2], E = a[s + 4 >> 2], O = a[s >> 2]; (0 | m) != (0 | u);) {
            for (a[l >> 2] = m, t = 0, p = l - -64 | 0; 16 != (0 | t);) (c = t << 2) >>> 0 >= 65 && (Nr(c, 64, 64, 68108), ei()), 64 == (0 | c) && (Nr(0, 4, 0, 68124), ei()), c = c + a[l >> 2] | 0, P = p, R = cn(16711935 & (c = o[0 | c] | o[c + 1 | 0] << 8 | o[c + 2 | 0] << 16 | o[c + 3 | 0] << 24), 8) | 16711935 & cn(c, 24), a[P >> 2] = R, p = p + 4 | 0, t = t + 1 | 0;
            for (nn(l, l - -64 | 0, 64), d = 0, j = 0, w = S, f = O, v = k, p = A, t = _, h = U, b = x, c = E; g = f, y = w, 64 != (0 | d);) T = d + 1 | 0, d >>> 0 < 16 ? d = a[l + j >> 2] : (w = ((15 & d) << 2) + l | 0, f = a[((15 & T) << 2) + l >> 2], d = (f = a[((d + 9 & 15) << 2) + l >> 2] + (a[w >> 2] + (un(f, 25) ^ un(f, 14) ^ f >>> 3) | 0) | 0) + (un(f = a[((d + 14 & 15) << 2) + l >> 2], 15) ^ un(f, 13) ^ f >>> 10) | 0, a[w >> 2] = d), f = (v = a[j + 67852 >> 2] + (((((un(y, 26) ^ un(y, 21) ^ un(y, 7)) + v | 0) + ((-1 ^ y) & p) | 0) + (t & y) | 0) + d | 0) | 0) + (((c ^ b) & g ^ c & b) + (un(g, 30) ^ un(g, 19) ^ un(g, 10)) | 0) | 0, w = h + v | 0, j = j + 4 | 0, d = T, v = p, p = t, t = y, h = b, b = c, c = g;
            k = v + k | 0, a[s + 28 >> 2] = k, A = p + A | 0, a[s + 24 >> 2] = A, _ = t + _ | 0, a[s + 20 >> 2] = _, S = y + S | 0, a[s + 16 >> 2] = S, U = h + U | 0, a[s + 12 >> 2] = U, x = b + x | 0, a[s + 8 >> 2] = x, E = c + E | 0, a[s + 4 >> 2] = E, O = g + O | 0, a[s >> 2] = O, m = m - -64 | 0;
          }
          for (ne = l + 128 | 0, t = a[i + 44 >> 2], a[i + 72 >> 2] = a[i + 40 >> 2], a[i + 76 >> 2] = t, t = a[i + 36 >> 2], a[i + 64 >> 2] = a[i + 32 >> 2], a[i + 68 >> 2] = t, t = a[i + 28 >> 2], a[i + 56 >> 2] = a[i + 24 >> 2], a[i + 60 >> 2] = t, t = a[i + 20 >> 2], a[i + 48 >> 2] = a[i + 16 >> 2], a[i + 52 >> 2] = t; 32 != (0 | n);) c = (i + 80 | 0) + n | 0, t = cn(16711935 & (t = a[(i + 48 | 0) + n >> 2]), 8) | 16711935 & cn(t, 24), r[0 | c] = t, r[c + 1 | 0] = t >>> 8, r[c + 2 | 0] = t >>> 16, r[c + 3 | 0] = t >>> 24, n = n + 4 | 0;
          vr(i + 4 | 0), ke(e, i + 80 | 0, 32), ne = i + 112 | 0;
        }
        function Zr(e, t, n) {
          var o,
            s = 0,
            l = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0;
          e: {
            if (402653184 & (o = a[e + 8 >> 2])) {
              if (268435456 & o) {
                t: {
                  if (c = i[e + 14 >> 1]) for (f = t + n | 0, n = 0, s = t, l = c;;) {
                    if ((0 | s) == (0 | f)) break t;
                    if (p = s, n = ((s = (0 | (s = r[0 | s])) < 0 ? s >>> 0 >= 4294967264 ? p + (s >>> 0 > 4294967279 ? 4 : 3) | 0 : p + 2 | 0 : p + 1 | 0) - p | 0) + n | 0, !(l = l - 1 | 0)) break;
                  } else n = 0;
                  l = 0;
                }
                c = c - l | 0;
              } else t: if (n >>> 0 >= 16) {
                r: {
                  n: if ((h = (s = t + 3 & -4) - t | 0) >>> 0 <= n >>> 0 && (d = (b = n - h | 0) >>> 2 | 0)) {
                    if ((0 | t) != (0 | s)) {
                      if ((p = t - s | 0) >>> 0 <= 4294967292) for (; l = ((((r[0 | (s = t + c | 0)] > -65) + l | 0) + (r[s + 1 | 0] > -65) | 0) + (r[s + 2 | 0] > -65) | 0) + (r[s + 3 | 0] > -65) | 0, c = c + 4 | 0;);
                      for (f = t + c | 0; l = (r[0 | f] > -65) + l | 0, f = f + 1 | 0, p = p + 1 | 0;);
                    }
                    p = t + h | 0;
                    a: if (c = 3 & b) {
                      if (s = r[0 | (f = (2147483644 & b) + p | 0)] > -65, 1 == (0 | c) || (s = s + (r[f + 1 | 0] > -65) | 0, 2 == (0 | c))) break a;
                      s = s + (r[f + 2 | 0] > -65) | 0;
                    } else s = 0;
                    for (c = s + l | 0;;) {
                      if (s = p, !d) break n;
                      if (b = 3 & (h = d >>> 0 >= 192 ? 192 : d), l = 1008 & (p = h << 2)) for (y = s + l | 0, f = 0, l = s; f = (((f + (16843009 & ((-1 ^ (f = a[l >> 2])) >>> 7 | f >>> 6)) | 0) + (16843009 & ((-1 ^ (f = a[l + 4 >> 2])) >>> 7 | f >>> 6)) | 0) + (16843009 & ((-1 ^ (f = a[l + 8 >> 2])) >>> 7 | f >>> 6)) | 0) + (16843009 & ((-1 ^ (f = a[l + 12 >> 2])) >>> 7 | f >>> 6)) | 0, (0 | y) != (0 | (l = l + 16 | 0)););else f = 0;
                      if (d = d - h | 0, p = s + p | 0, c = (u((f >>> 8 & 16711935) + (16711935 & f) | 0, 65537) >>> 16 | 0) + c | 0, b) break;
                    }
                    s = 16843009 & ((-1 ^ (s = a[(l = s + ((252 & h) << 2) | 0) >> 2])) >>> 7 | s >>> 6), 1 != (0 | b) && (s = (p = s) + (16843009 & ((-1 ^ (s = a[l + 4 >> 2])) >>> 7 | s >>> 6)) | 0, 2 != (0 | b) && (s = s + (16843009 & ((-1 ^ (l = a[l + 8 >> 2])) >>> 7 | l >>> 6)) | 0)), c = (u((s >>> 8 & 459007) + (16711935 & s) | 0, 65537) >>> 16 | 0) + c | 0;
                  } else {
                    if (s = 0, !n) break r;
                    if (f = 3 & n, n >>> 0 >= 4) {
                      for (l = -4 & n; c = ((((r[0 | (s = t + p | 0)] > -65) + c | 0) + (r[s + 1 | 0] > -65) | 0) + (r[s + 2 | 0] > -65) | 0) + (r[s + 3 | 0] > -65) | 0, (0 | l) != (0 | (p = p + 4 | 0)););
                      if (!f) break n;
                    }
                    for (l = t + p | 0; c = (r[0 | l] > -65) + c | 0, l = l + 1 | 0, f = f - 1 | 0;);
                  }
                  s = c;
                }
                c = s;
              } else if (n) {
                if (l = 3 & n, n >>> 0 >= 4) {
                  for (p = 12 & n; c = ((((f = c) + (r[0 | (c = t + s | 0)] > -65) | 0) + (r[c + 1 | 0] > -65) | 0) + (r[c + 2 | 0] > -65) | 0) + (r[c + 3 | 0] > -65) | 0, (0 | p) != (0 | (s = s + 4 | 0)););
                  if (!l) break t;
                }
                for (s = t + s | 0; c = (r[0 | s] > -65) + c | 0, s = s + 1 | 0, l = l - 1 | 0;);
              }
              if (!((s = i[e + 12 >> 1]) >>> 0 <= c >>> 0)) {
                p = s - c | 0, c = 0, l = 0;
                t: {
                  r: switch ((o >>> 29 & 3) - 1 | 0) {
                    case 1:
                      l = (65534 & p) >>> 1 | 0;
                      break t;
                    case 0:
                      break r;
                    default:
                      break t;
                  }
                  l = p;
                }
                for (d = 2097151 & o, f = a[e + 4 >> 2], e = a[e >> 2];;) {
                  if ((65535 & c) >>> 0 < (65535 & l) >>> 0) {
                    if (s = 1, c = c + 1 | 0, !(0 | fn[a[f + 16 >> 2]](e, d))) continue;
                    break e;
                  }
                  break;
                }
                if (s = 1, 0 | fn[a[f + 12 >> 2]](e, t, n)) break e;
                for (c = 0, t = p - l & 65535;;) {
                  if (s = (n = 65535 & c) >>> 0 < t >>> 0, t >>> 0 <= n >>> 0) break e;
                  if (c = c + 1 | 0, 0 | fn[a[f + 16 >> 2]](e, d)) break;
                }
                break e;
              }
            }
            s = 0 | fn[a[a[e + 4 >> 2] + 12 >> 2]](a[e >> 2], t, n);
          }
          return s;
        }
        function Gr(e, t) {
          var n,
            a,
            o = 0;
          if (!(e >>> 0 < 128)) return n = 63 & e | -128, o = e >>> 6 | 0, e >>> 0 < 2048 ? (r[t + 1 | 0] = n, void (r[0 | t] = 192 | o)) : (a = e >>> 12 | 0, o = 63 & o | -128, void (e >>> 0 > 65535 ? (r[t + 3 | 0] = n, r[t + 2 | 0] = o, r[t + 1 | 0] = 63 & a | -128, r[0 | t] = e >>> 18 | -16) : (r[t + 2 | 0] = n, r[t + 1 | 0] = o, r[0 | t] = 224 | a)));
          r[0 | t] = e;
        }
        function Hr(e, t, s) {
          var u,
            c = 0,
            p = 0,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0,
            k = 0,
            A = 0;
          ne = u = ne - 80 | 0, y = u + 28 | 0, c = 8;
          e: {
            t: {
              switch (a[t >> 2] - 4 | 0) {
                case 1:
                  c = 7;
                  break t;
                case 8:
                  a[y >> 2] = -2147483647, a[y + 12 >> 2] = a[t + 12 >> 2], v = a[t + 8 >> 2], a[y + 4 >> 2] = a[t + 4 >> 2], a[y + 8 >> 2] = v;
                  break e;
                case 9:
                  c = 9;
                  break t;
                case 0:
                  break t;
              }
              c = 22;
            }
            r[y + 15 | 0] = 0, r[y + 14 | 0] = c, n[y + 12 >> 1] = 0, a[y >> 2] = -2147483648, lt(t);
          }
          if (t = a[u + 36 >> 2], a[u + 64 >> 2] = a[u + 32 >> 2], a[u + 68 >> 2] = t, a[u + 72 >> 2] = a[u + 40 >> 2], -2147483647 == (0 | (t = a[u + 28 >> 2]))) {
            if (t = a[u + 72 >> 2], a[u + 16 >> 2] = t, p = a[u + 68 >> 2], v = a[u + 64 >> 2], a[u + 8 >> 2] = v, a[u + 12 >> 2] = p, c = v, 200 == (65535 & t) && c) {
              if (s = a[u + 12 >> 2], a[u + 24 >> 2] = s, a[u + 20 >> 2] = c, We(y, t = u + 20 | 0, 66699, 12), We(y = y + 12 | 0, t, 66711, 13), !(g = -2147483648 == a[u + 28 >> 2]) & -2147483648 != (0 | (t = a[u + 40 >> 2]))) {
                fn[a[s + 16 >> 2]](u - -64 | 0, c, 66724, 10), !a[u + 68 >> 2] & 1 == a[u + 64 >> 2] && (!((m = l[u + 72 >> 3]) >= 1) | !(m < 1e9) || (w = 1, (t = m >= 0) & m < 0x10000000000000000 ? (v = ~~m >>> 0, p = f(m) >= 1 ? ~~(m > 0 ? d(h(2.3283064365386963e-10 * m), 4294967295) : b(2.3283064365386963e-10 * (m - +(~~m >>> 0 >>> 0)))) >>> 0 : 0) : (v = 0, p = 0), k = on((g = m > 0xfffffffffffff800) ? -1 : t ? v : 0, g ? -1 : t ? p : 0, 1e3), A = ie)), fn[a[s + 12 >> 2]](u + 52 | 0, c, 66734, 5);
                e: {
                  if (-2147483648 != (0 | (c = a[u + 52 >> 2]))) {
                    if (t = a[u + 60 >> 2], a[u + 72 >> 2] = t, s = a[u + 56 >> 2], a[u + 64 >> 2] = a[u + 52 >> 2], a[u + 68 >> 2] = s, t) t: {
                      for (s = a[u + 68 >> 2];;) {
                        if (t) {
                          if (t = t - 1 | 0, g = o[0 | s], s = s + 1 | 0, (g - 127 & 255) >>> 0 > 160) continue;
                          break t;
                        }
                        break;
                      }
                      v = a[u + 56 >> 2], p = a[u + 60 >> 2];
                      break e;
                    }
                    vr(u - -64 | 0);
                  }
                  c = -2147483648;
                }
                a[e + 24 >> 2] = a[u + 36 >> 2], t = a[u + 32 >> 2], a[e + 16 >> 2] = a[u + 28 >> 2], a[e + 20 >> 2] = t, a[e + 44 >> 2] = v, a[e + 48 >> 2] = p, a[e + 40 >> 2] = c, a[e + 8 >> 2] = k, a[e + 12 >> 2] = A, a[e >> 2] = w, a[e + 4 >> 2] = 0, t = a[y + 4 >> 2], a[e + 28 >> 2] = a[y >> 2], a[e + 32 >> 2] = t, a[e + 36 >> 2] = a[y + 8 >> 2];
              } else a[e + 20 >> 2] = 655560, a[e + 8 >> 2] = -2147483648, a[e >> 2] = 2, a[e + 4 >> 2] = 0, g || (vr(u + 28 | 0), t = a[u + 40 >> 2]), -2147483648 != (0 | t) && vr(y);
              _t(u + 8 | 0);
            } else {
              ne = t = ne - 48 | 0, (c = a[(p = w = u + 8 | 0) >> 2]) ? fn[a[a[p + 4 >> 2] + 12 >> 2]](t + 8 | 0, c, 66757, 5) : a[t + 8 >> 2] = -2147483648, v = e + 8 | 0;
              e: {
                t: {
                  r: {
                    n: switch (y = i[p + 8 >> 1], y - 400 | 0) {
                      case 0:
                        break n;
                      case 1:
                        break r;
                      default:
                        break t;
                    }
                    if (-2147483648 != a[t + 8 >> 2]) break e;
                    break t;
                  }
                  if (-2147483648 != a[t + 8 >> 2]) break e;
                }
                s = y >>> 0 > 399 ? 11 : 10;
              }
              c ? (g = t + 20 | 0, fn[a[a[p + 4 >> 2] + 12 >> 2]](g, c, 66762, 17), p = a[t + 20 >> 2], a[t + 40 >> 2] = a[t + 16 >> 2], c = a[t + 12 >> 2], a[t + 32 >> 2] = a[t + 8 >> 2], a[t + 36 >> 2] = c, k = t + 32 | 0, c = (p = -2147483648 == (0 | p)) ? g : k, p = p ? k : g) : (a[t + 20 >> 2] = -2147483648, a[t + 40 >> 2] = a[t + 16 >> 2], p = a[t + 12 >> 2], a[t + 32 >> 2] = a[t + 8 >> 2], a[t + 36 >> 2] = p, c = t + 20 | 0, p = t + 32 | 0), a[v + 8 >> 2] = a[p + 8 >> 2], g = a[p + 4 >> 2], a[v >> 2] = a[p >> 2], a[v + 4 >> 2] = g, ue(c), r[v + 15 | 0] = 0, r[v + 14 | 0] = s, n[v + 12 >> 1] = y, ne = t + 48 | 0, a[e >> 2] = 2, a[e + 4 >> 2] = 0, _t(w);
            }
          } else a[e + 20 >> 2] = a[u + 72 >> 2], s = a[u + 68 >> 2], a[e + 12 >> 2] = a[u + 64 >> 2], a[e + 16 >> 2] = s, a[e + 8 >> 2] = t, a[e >> 2] = 2, a[e + 4 >> 2] = 0;
          ne = u + 80 | 0;
        }
        function Wr(e, t, n, o, i) {
          var s,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0;
          ne = s = ne - 176 | 0, ar(s, o, i, 112, 64), (o = a[s >> 2]) ? (i = a[s + 60 >> 2], u = a[s + 52 >> 2], c = a[s + 48 >> 2], l = a[s + 44 >> 2], f = a[s + 40 >> 2], p = a[s + 36 >> 2], d = a[s + 32 >> 2], h = a[s + 28 >> 2], b = a[s + 24 >> 2], y = a[s + 20 >> 2], v = a[s + 16 >> 2], g = a[s + 12 >> 2], m = a[s + 8 >> 2], w = a[s + 4 >> 2], Je(s - -64 | 0, t, n), Je(s + 76 | 0, o, w), Je(s + 88 | 0, m, g), Je(s + 100 | 0, v, y), Je(s + 112 | 0, b, h), jt(s, d, p), !a[s + 4 >> 2] & 1 == a[s >> 2] && (t = a[s + 8 >> 2], o = a[s + 12 >> 2], Ur(s, f, l), -2147483648 != (0 | (n = a[s >> 2]))) ? (nn(4 + (l = s + 124 | 0) | 0, s + 4 | 0, 48), a[s + 124 >> 2] = n, a[s + 156 >> 2] = 0, Te(s + 148 | 0, c, u), r[s + 173 | 0] = !!(0 | i), nn(s, l, 52), n = Ht(4, 60), a[n >> 2] = 1, a[n + 4 >> 2] = 1, nn(n + 8 | 0, s, 52), a[e + 16 >> 2] = a[s + 72 >> 2], i = a[s + 68 >> 2], a[e + 8 >> 2] = a[s + 64 >> 2], a[e + 12 >> 2] = i, i = a[s + 80 >> 2], a[e + 20 >> 2] = a[s + 76 >> 2], a[e + 24 >> 2] = i, a[e + 28 >> 2] = a[s + 84 >> 2], i = a[s + 92 >> 2], a[e + 32 >> 2] = a[s + 88 >> 2], a[e + 36 >> 2] = i, a[e + 40 >> 2] = a[s + 96 >> 2], i = a[s + 104 >> 2], a[e + 44 >> 2] = a[s + 100 >> 2], a[e + 48 >> 2] = i, a[e + 52 >> 2] = a[s + 108 >> 2], a[e + 64 >> 2] = a[s + 120 >> 2], i = a[s + 116 >> 2], a[e + 56 >> 2] = a[s + 112 >> 2], a[e + 60 >> 2] = i, a[e + 68 >> 2] = n, a[e >> 2] = t, a[e + 4 >> 2] = o) : (a[e + 8 >> 2] = -2147483648, vr(s + 112 | 0), vr(s + 100 | 0), vr(s + 88 | 0), vr(s + 76 | 0), vr(s - -64 | 0))) : a[e + 8 >> 2] = -2147483648, ne = s + 176 | 0;
        }
        function Yr(e, t) {
          var r = 0;
          r = 3;
          e: {
            t: switch (t - 5 | 0) {
              case 1:
                r = Pt(e, 66544, 6) ? 3 : 2;
                break e;
              case 2:
                return Pt(e, 66537, 7) ? 3 : 1;
              case 0:
                break t;
              default:
                break e;
            }
            return Pt(e, 66532, 5) ? 3 : 0;
          }
          return r;
        }
        function Qr(e, t, r, o) {
          var i,
            s = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0;
          ne = i = ne - 128 | 0, s = a[t + 8 >> 2], a[t + 8 >> 2] = 6;
          e: {
            t: {
              r: {
                switch (s - 1 | 0) {
                  case 0:
                    1 == (0 | r) ? (a[i + 80 >> 2] = o, t = 255 & Ot(i + 80 | 0), o >>> 0 >= 1028 && v(0 | o), t = 1 & t ? 1 : 2) : t = 2, a[e >> 2] = t;
                    break e;
                  case 1:
                  case 5:
                    if (a[e >> 2] = 1, !r | o >>> 0 < 1028) break e;
                    v(0 | o);
                    break e;
                  case 4:
                    if (1 != (0 | r)) {
                      a[i + 24 >> 2] = 13;
                      break t;
                    }
                    if (a[i + 52 >> 2] = o, Et(i + 52 | 0)) {
                      if (a[i + 24 >> 2] = 4, o >>> 0 >= 1028) break r;
                      break t;
                    }
                    if (a[i + 64 >> 2] = i + 52, De(i + 16 | 0, i - -64 | 0, 66268, 6), 1 == a[i + 16 >> 2] ? (r = a[i + 20 >> 2], a[i + 112 >> 2] = r, ve(i + 80 | 0, i + 112 | 0), r >>> 0 >= 1028 && v(0 | r), f = l[i + 88 >> 3], o = a[i + 84 >> 2], s = a[i + 80 >> 2]) : (o = 0, s = 0), De(i + 8 | 0, i - -64 | 0, 66556, 4), 1 != a[i + 8 >> 2] ? a[i + 112 >> 2] = -2147483648 : (r = a[i + 12 >> 2], a[i + 80 >> 2] = r, Ve(i + 112 | 0, i + 80 | 0), r >>> 0 < 1028 || v(0 | r)), l[i + 88 >> 3] = f, c = a[i + 116 >> 2], r = a[i + 112 >> 2], a[i + 96 >> 2] = r, a[i + 100 >> 2] = c, a[i + 104 >> 2] = a[i + 120 >> 2], a[i + 80 >> 2] = s, a[i + 84 >> 2] = o, c = i + 96 | 0, !!(o | s) & -2147483648 != (0 | r) ? (r = a[c + 4 >> 2], a[i + 112 >> 2] = a[c >> 2], a[i + 116 >> 2] = r, o = a[c + 8 >> 2], a[i + 120 >> 2] = o, ne = r = ne - 16 | 0, o = 0 | C(a[i + 116 >> 2], 0 | o), Ar(r + 8 | 0), s = 1, 1 != a[r + 8 >> 2] ? s = 0 : o = a[r + 12 >> 2], a[i + 4 >> 2] = o, a[i >> 2] = s, ne = r + 16 | 0, o = 0, s = f >= 0, s = f > 65535 ? 65535 : s && s & f < 4294967296 ? ~~f >>> 0 : 0, 1 & (c = a[i >> 2]) & (r = a[i + 4 >> 2]) >>> 0 >= 1028 ? v(0 | r) : 1 & c || (o = Ht(4, 4), a[o >> 2] = r), n[i + 36 >> 1] = s, a[i + 32 >> 2] = 66560, a[i + 28 >> 2] = o, a[i + 24 >> 2] = 12, vr(i + 112 | 0)) : (a[i + 24 >> 2] = 13, -2147483648 != (0 | r) && vr(c)), (r = a[i + 52 >> 2]) >>> 0 < 1028) break t;
                    v(0 | r);
                    break t;
                  case 3:
                    if (a[i + 84 >> 2] = o, a[i + 80 >> 2] = r, 1 != (0 | r)) {
                      a[i + 24 >> 2] = 2;
                      break t;
                    }
                    if (!(0 | J(a[(r = i + 84 | 0) >> 2]))) {
                      if (Et(r)) {
                        if (a[i + 24 >> 2] = 4, o >>> 0 >= 1028) break r;
                        break t;
                      }
                      if (a[i + 24 >> 2] = 2, o >>> 0 < 1028) break t;
                      break r;
                    }
                    a[t >> 2] && (r = a[t + 4 >> 2]) >>> 0 >= 1028 && v(0 | r), a[t + 4 >> 2] = o, a[t >> 2] = 1, a[i + 24 >> 2] = 1;
                    break t;
                  case 2:
                    if (p = a[t + 16 >> 2], d = a[t + 12 >> 2], a[i + 60 >> 2] = 0, a[i + 52 >> 2] = 0, a[i + 56 >> 2] = 4, 1 == (0 | r)) n: if (a[i + 80 >> 2] = o, 0 | D(a[i + 80 >> 2])) {
                      for (t = 0, h = 0 | m(0 | o); (0 | t) != (0 | h);) {
                        r = 0 | g(0 | o, 0 | t), a[i + 76 >> 2] = r, Ve(i - -64 | 0, i + 76 | 0);
                        a: {
                          o: {
                            if (-2147483648 != a[i + 64 >> 2]) {
                              if (s = a[i + 68 >> 2], a[i + 112 >> 2] = a[i + 64 >> 2], a[i + 116 >> 2] = s, s = a[i + 72 >> 2], a[i + 120 >> 2] = s, Mr(a[i + 116 >> 2], s, d, p)) {
                                if (a[i + 88 >> 2] = a[i + 120 >> 2], s = a[i + 116 >> 2], a[i + 80 >> 2] = a[i + 112 >> 2], a[i + 84 >> 2] = s, (0 | (s = a[i + 60 >> 2])) == a[i + 52 >> 2] && ye(i + 52 | 0, 12), c = a[i + 56 >> 2] + u(s, 12) | 0, a[c + 8 >> 2] = a[i + 88 >> 2], b = a[i + 84 >> 2], a[c >> 2] = a[i + 80 >> 2], a[c + 4 >> 2] = b, a[i + 60 >> 2] = s + 1, r >>> 0 < 1028) break a;
                                break o;
                              }
                              vr(i + 112 | 0);
                            }
                            if (r >>> 0 <= 1027) break a;
                          }
                          v(0 | r);
                        }
                        t = t + 1 | 0;
                      }
                      o >>> 0 < 1028 || v(0 | o);
                    } else {
                      if (o >>> 0 < 1028) break n;
                      v(0 | o);
                    }
                    a[e + 12 >> 2] = a[i + 60 >> 2], t = a[i + 56 >> 2], a[e + 4 >> 2] = a[i + 52 >> 2], a[e + 8 >> 2] = t, a[e >> 2] = 9;
                    break e;
                }
                1 != (0 | r) ? a[i + 80 >> 2] = -2147483648 : (a[i + 112 >> 2] = o, Ve(i + 80 | 0, i + 112 | 0), o >>> 0 < 1028 || v(0 | o)), a[e + 12 >> 2] = a[i + 88 >> 2], t = a[i + 84 >> 2], a[e + 4 >> 2] = a[i + 80 >> 2], a[e + 8 >> 2] = t, a[e >> 2] = 8;
                break e;
              }
              v(0 | o);
            }
            fr(t) ? (a[e >> 2] = 5, lt(i + 24 | 0)) : (t = a[i + 44 >> 2], a[e + 16 >> 2] = a[i + 40 >> 2], a[e + 20 >> 2] = t, t = a[i + 36 >> 2], a[e + 8 >> 2] = a[i + 32 >> 2], a[e + 12 >> 2] = t, t = a[i + 28 >> 2], a[e >> 2] = a[i + 24 >> 2], a[e + 4 >> 2] = t);
          }
          ne = i + 128 | 0;
        }
        function Vr(e, t, n) {
          var i,
            s,
            l,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0,
            k = 0,
            A = 0,
            _ = 0;
          for (ne = i = ne - 256 | 0, or(d = i + 112 | 0, t, n, 66514, 1), u = a[i + 124 >> 2], f = a[i + 120 >> 2], or(d, a[i + 112 >> 2], a[i + 116 >> 2], 66515, 1), d = a[i + 124 >> 2], h = a[i + 120 >> 2], Je(i + 224 | 0, a[i + 112 >> 2], a[i + 116 >> 2]), n = 0; 60 != (0 | n);) a[8 + (t = (i + 112 | 0) + n | 0) >> 2] = a[16576], y = a[16575], a[t >> 2] = a[16574], a[t + 4 >> 2] = y, n = n + 12 | 0;
          for (r[i + 108 | 0] = 0, a[i + 32 >> 2] = 0, a[i + 24 >> 2] = 0, a[i + 28 >> 2] = 1, t = a[i + 228 >> 2], a[i + 36 >> 2] = a[i + 224 >> 2], a[i + 40 >> 2] = t, a[i + 44 >> 2] = a[i + 232 >> 2], nn(y = i + 48 | 0, t = i + 112 | 0, 60), r[i + 109 | 0] = 0, r[i + 110 | 0] = 0, a[i + 132 >> 2] = u, a[i + 128 >> 2] = f, a[i + 124 >> 2] = d, a[i + 120 >> 2] = h, a[i + 116 >> 2] = 2, h = i + 228 | 0, l = t + 8 | 0, s = i + 36 | 0, n = 0; 2 != (0 | n);) {
            d = n + 1 | 0, a[i + 112 >> 2] = d, f = a[(t = (n << 3) + l | 0) >> 2], t = a[t + 4 >> 2], a[i + 232 >> 2] = t, a[i + 228 >> 2] = f, a[i + 224 >> 2] = 67372;
            e: {
              t: {
                for (;;) {
                  if (br(i + 16 | 0, i + 224 | 0), !(n = a[i + 16 >> 2])) break t;
                  if (2 != (255 & zr(n, a[i + 20 >> 2]))) break;
                }
                r: {
                  n: {
                    if (t >>> 0 > 1) {
                      if (r[f + 1 | 0] < -64) {
                        n = 1;
                        break n;
                      }
                    } else if (n = 1, 1 != (0 | t)) break n;
                    v = 1, n = f + 1 | 0, t = t - 1 | 0;
                    break r;
                  }
                  v = 0, f = 1, t = 0;
                }
                for (a[i + 208 >> 2] = t, a[i + 204 >> 2] = n, a[i + 200 >> 2] = 67372;;) {
                  if (br(i + 8 | 0, i + 200 | 0), !(b = a[i + 8 >> 2])) break e;
                  or(i + 224 | 0, b, g = a[i + 12 >> 2], 67373, 1), m = a[i + 228 >> 2], k = a[i + 224 >> 2], p = i + 212 | 0, w = (t = a[i + 232 >> 2]) + 1 | 0, n = (c = a[i + 236 >> 2]) >>> 0 > 1 ? r[t + 1 | 0] > -65 : 1 == (0 | c), ne = u = ne - 32 | 0, a[u + 20 >> 2] = 0, a[u + 12 >> 2] = 0, a[u + 16 >> 2] = 1, n = (t = n ? w : 1) + (n ? c - 1 | 0 : 0) | 0, a[u + 28 >> 2] = n;
                  r: {
                    n: {
                      for (; (0 | t) != (0 | n);) {
                        if (a[u + 24 >> 2] = t + 1, Tr(u + 8 | 0, o[0 | t], u + 24 | 0), !o[u + 8 | 0]) break n;
                        if ((0 | (t = (n = o[u + 9 | 0]) << 24 >> 24)) < 0) {
                          if ((t + 62 & 255) >>> 0 < 30) n &= 31, t = 1;else if (224 != (240 & n)) {
                            if ((t + 16 & 255) >>> 0 >= 5) break n;
                            n &= 7, t = 3;
                          } else n &= 15, t = 2;
                        } else t = 0;
                        for (w = t; t;) {
                          if ((0 | (c = a[u + 24 >> 2])) == a[u + 28 >> 2] || (a[u + 24 >> 2] = c + 1, Tr(u, o[0 | c], u + 24 | 0), !o[0 | u]) || 128 != (192 & (c = o[u + 1 | 0]))) break n;
                          n = 63 & c | n << 6, t = t - 1 | 0;
                        }
                        if (1114112 == (0 | n) | (55296 ^ n) - 1114112 >>> 0 < 4293855232 | (w + 1 | 0) != (0 | (n >>> 0 < 128 ? 1 : n >>> 0 < 2048 ? 2 : n >>> 0 < 65536 ? 3 : 4))) break n;
                        Pe(u + 12 | 0, n), n = a[u + 28 >> 2], t = a[u + 24 >> 2];
                      }
                      a[p + 8 >> 2] = a[u + 20 >> 2], t = a[u + 16 >> 2], a[p >> 2] = a[u + 12 >> 2], a[p + 4 >> 2] = t;
                      break r;
                    }
                    a[p >> 2] = -2147483648, vr(u + 12 | 0);
                  }
                  if (ne = u + 32 | 0, 5 != (0 | m) || Pt(k, 67374, 5)) {
                    n = -40, t = y;
                    r: {
                      for (;;) {
                        if (!n) break r;
                        if (a[n + 67436 >> 2] == (0 | m) && !Pt(a[n + 67432 >> 2], k, m)) break;
                        n = n + 8 | 0, t = t + 12 | 0;
                      }
                      n = -2147483648 == (0 | (u = a[i + 212 >> 2])), r[i + 110 | 0] = o[i + 110 | 0] | n | -2147483648 != a[t >> 2], p = a[i + 216 >> 2], b = a[i + 220 >> 2], ue(t), A = n ? A : p, _ = n = n ? _ : b, a[(p = t + 4 | 0) >> 2] = A, a[p + 4 >> 2] = n, a[t >> 2] = u;
                      continue;
                    }
                    Te(s, f, v), Te(s, b, g), ue(i + 212 | 0), f = 67372, v = 1;
                  } else {
                    if (t = o[i + 109 | 0], r[i + 109 | 0] = 1, r[i + 110 | 0] = t | o[i + 110 | 0], t = zr(b, g), a[h + 8 >> 2] = a[i + 220 >> 2], n = a[i + 216 >> 2], a[h >> 2] = a[i + 212 >> 2], a[h + 4 >> 2] = n, t &= 255, r[i + 224 | 0] = t, 2 != (0 | t) & -2147483648 != (0 | (n = a[i + 228 >> 2]))) {
                      a[i + 248 >> 2] = a[i + 220 >> 2], n = a[i + 216 >> 2], a[i + 240 >> 2] = a[i + 212 >> 2], a[i + 244 >> 2] = n, r[i + 108 | 0] = t, vr(i + 24 | 0), a[i + 32 >> 2] = a[i + 248 >> 2], t = a[i + 244 >> 2], a[i + 24 >> 2] = a[i + 240 >> 2], a[i + 28 >> 2] = t;
                      continue;
                    }
                    if (-2147483648 == (0 | n)) continue;
                    vr(h);
                  }
                }
              }
              Te(s, f, t);
            }
            n = d;
          }
          t = a[i + 32 >> 2], nn(i + 112 | 0, n = i + 24 | 0, 88), t ? nn(e, n, 88) : (a[e >> 2] = -2147483648, pt(i + 112 | 0)), ne = i + 256 | 0;
        }
        function qr(e, t, r, n, a) {
          ei();
        }
        function Xr(e, t, r, n, a, o) {
          ei();
        }
        function Jr(e, t, r, n, a, o) {
          ei();
        }
        function $r(e, t, r, n, a) {
          ei();
        }
        function Kr(e, t, r, n) {
          ei();
        }
        function en(e, t) {
          return At(t, e);
        }
        function tn() {
          W(67700, 50), ei();
        }
        function rn(e) {
          Kt(e, 4, 12);
        }
        function nn(e, t, n) {
          var a = 0,
            i = 0;
          for ((a = pn() << 16) >>> 0 < e + n >>> 0 | a >>> 0 < t + n >>> 0 && ei(), e >>> 0 > t >>> 0 ? (i = n - 1 | 0, n = -1, a = -1) : a = 1; (0 | n) != (0 | i);) r[e + i | 0] = o[t + i | 0], i = i + a | 0;
        }
        function an(e) {
          var t = 0;
          for (t = 48, e + 48 >>> 0 > pn() << 16 >>> 0 && ei(); t;) r[(t = t - 1 | 0) + e | 0] = 0;
        }
        function on(e, t, r) {
          var n,
            a,
            o,
            i,
            s = 0;
          return i = u(n = r >>> 16 | 0, s = e >>> 16 | 0), e = (65535 & (s = ((o = u(a = 65535 & r, e &= 65535)) >>> 16 | 0) + u(s, a) | 0)) + u(e, n) | 0, ie = i + u(t, r) + (s >>> 16) + (e >>> 16) | 0, 65535 & o | e << 16;
        }
        function sn(e, t) {
          var r = 0,
            n = 0,
            a = 0,
            o = 0,
            i = 0,
            s = 0,
            l = 0;
          if (!t) return ae = (t = e) - u(e = (e >>> 0) / 10 | 0, 10) | 0, oe = 0, ie = 0, e;
          if (a = 0 - (o = 61 - p(t) | 0) | 0, r = 31 & (n = 63 & o), n >>> 0 >= 32 ? (n = 0, i = t >>> r | 0) : (n = t >>> r | 0, i = ((1 << r) - 1 & t) << 32 - r | e >>> r), r = 31 & (a &= 63), a >>> 0 >= 32 ? (t = e << r, e = 0) : (t = (1 << r) - 1 & e >>> 32 - r | t << r, e <<= r), o) for (; i = (r = i << 1 | t >>> 31) - (s = 10 & (a = 0 - ((n = n << 1 | i >>> 31) + (r >>> 0 > 9) | 0) >> 31)) | 0, n = n - (r >>> 0 < s >>> 0) | 0, t = t << 1 | e >>> 31, e = l | e << 1, l = s = 1 & a, o = o - 1 | 0;);
          return ae = i, oe = n, ie = t << 1 | e >>> 31, s | e << 1;
        }
        function ln(e) {
          for (var t = 0; e;) e &= e - 1, t = t + 1 | 0;
          return t;
        }
        function un(e, t) {
          var r = 0;
          return (-1 >>> (r = 31 & t) & e) << r | ((r = e) & -1 << (e = 0 - t & 31)) >>> e;
        }
        function cn(e, t) {
          var r = 0;
          return (-1 << (r = 31 & t) & e) >>> r | ((r = e) & -1 >>> (e = 0 - t & 31)) << e;
        }
        Ko(Xo = o, 65536, "BgAAAAQAAAAEAAAABwAAAAgAAABhbGlnbl9vZmZzZXQ6IGFsaWduIGlzIG5vdCBhIHBvd2VyLW9mLXR3bxZzbGljZSBpbmRleCBzdGFydHMgYXQgwA0gYnV0IGVuZHMgYXQgwAAScmFuZ2Ugc3RhcnQgaW5kZXggwCIgb3V0IG9mIHJhbmdlIGZvciBzbGljZSBvZiBsZW5ndGggwAAQcmFuZ2UgZW5kIGluZGV4IMAiIG91dCBvZiByYW5nZSBmb3Igc2xpY2Ugb2YgbGVuZ3RoIMAAL3Jvb3QvLmNhcmdvL3JlZ2lzdHJ5L3NyYy9pbmRleC5jcmF0ZXMuaW8tMTk0OWNmOGM2YjViNTU3Zi9zaGEyLTAuMTEuMS9zcmMvc2hhMjU2L3NvZnQucnMAc3JjL2V4cG9ydHMucnMAL3Jvb3QvLnJ1c3R1cC90b29sY2hhaW5zL3N0YWJsZS14ODZfNjQtdW5rbm93bi1saW51eC1nbnUvbGliL3J1c3RsaWIvc3JjL3J1c3QvbGlicmFyeS9jb3JlL3NyYy9wdHIvbXV0X3B0ci5ycwAvcm9vdC8uY2FyZ28vcmVnaXN0cnkvc3JjL2luZGV4LmNyYXRlcy5pby0xOTQ5Y2Y4YzZiNWI1NTdmL2pzLXN5cy0wLjMuMTA3L3NyYy9mdXR1cmVzL2pzcGkucnMAL3Jvb3QvLnJ1c3R1cC90b29sY2hhaW5zL3N0YWJsZS14ODZfNjQtdW5rbm93bi1saW51eC1nbnUvbGliL3J1c3RsaWIvc3JjL3J1c3QvbGlicmFyeS9hbGxvYy9zcmMvcmF3X3ZlYy9tb2QucnMAL3J1c3RjLzU5ODA3NjE2ZTFmYTI1NDA3MjRiZmJhYzE0ZDc5NzZkN2U0YTM4NjAvbGlicmFyeS9hbGxvYy9zcmMvcmF3X3ZlYy9tb2QucnMAAAA+AQEAbQAAABoGAAANAAAAc3RhdHVzAAAAAAAABAAAAAQAAAAJAAAACgAAAAAAAIAAAAAAAAAAAHN0YWdlcGFzcy9sb2dpbi8xc3AxLnAuc3AxLmYuc3RhZ2VwYXNzL3N0YWdlcGFzcy9jbGFpbS8uMTI3Ljpsb2NhbGhvc3RbOjoxMHgwWGh0dHBzIGh0dHBhYm91dCBibG9iIGNocm9tZSBkYXRhIGZpbGUgZmlsZXN5c3RlbSBmdHAgZ2VvIGludGVudCBqYXZhc2NyaXB0IG1haWx0byBtYXJrZXQgc21zIHNzaCB0ZWwgdmJzY3JpcHQgdmlldy1zb3VyY2Ugd3Mgd3NzIz8vLy8/I0BdXCBhYm9ydGVkbG9jYWxzZXNzaW9ubWVtb3J5Y3VzdG9tdGV4dAsAAAAEAAAABAAAAAwAAAANAAAAQUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODktX2fmCWqFrme7cvNuPDr1T6V/Ug5RjGgFm6vZgx8ZzeBbAQIDBAUGBwgJCgsMDQ4PEBESExQVFhdhY2Nlc3NfdG9rZW5yZWZyZXNoX3Rva2VuZXhwaXJlc19pbnNjb3BldG9rZW4vb2F1dGgvcmV2b2tlZXJyb3JlcnJvcl9kZXNjcmlwdGlvbmdyYW50X3R5cGUvb2F1dGgvdG9rZW5jbGllbnRfaWRhdXRob3JpemF0aW9uX2NvZGVjb2RlY29kZV92ZXJpZmllcnJlZGlyZWN0X3VyaQAAAAEAAIAAAAAAAAAAAGxvY2FsIHNlc3Npb24gbWVtb3J5IGN1c3RvbSBzdGFnZXBhc3Mvc2Vzc2lvbi9odHRwczpodHRwOgAAAOQDAQAFAAAA6QMBAAcAAADwAwEABgAAAAp1cmxzaWduYWxob3N0AAAvAQEADgAAAIcAAAAbAAAALwEBAA4AAACCAAAAHwAAAGRpc3BsYXlyZXNwb25zZU1vZGVmYWxsYmFja3JldHVyblRvYXBwU3RhdGVmZWF0dXJlc3BvcHVwYXBwTmFtZWFwaUtleXJlZGlyZWN0VXJpYmFzZVVybHJlcXVpcmVJc3NzdG9yYWdlYWNjb3VudEtleQAADgAAAEgBAAAIAAAADwAAABAAAABIAQAACAAAABEAAAASAAAAgAAAAAgAAAATAAAAFAAAAAgAAAAEAAAAFQAAABYAAAAcAAAABAAAABcAAABub25laGFuZGVkLW92ZXJjbGllbnRzaWduZWQtaW5yZWRpcmVjdGluZ2tpbmRyZWZ1c2VkZm9yY2VSZWZyZXNobWluVmFsaWRpdHlNc3N0YWdlcGFzczFhbnN3ZXJ0YWtlbmZhaWxlZDAxMjM0NTY3ODlBQkNERUZzdGFnZXBhc3MvcmVmcmVzaC9pbnZhbGlkX2dyYW50ZXhwaXJlZHN0YXRlPXNwMS5wLmYuJj1zdGF0ZWlzc2Vycm9yX3VyaQAMBQEABAAAAMUEAQAFAAAAygQBABEAAAAzBwEAAwAAADYHAQAJAAAAYWNjZXNzX2RlbmllZC9vYXV0aC9hdXRob3JpemU/cmVzcG9uc2VfdHlwZT1jb2RlYXBwX25hbWVhcGlfa2V5ZnVsbFNjcmVlbmZyYWdtZW50cXVlcnljb2RlX2NoYWxsZW5nZWNvZGVfY2hhbGxlbmdlX21ldGhvZFMyNTZyZXNwb25zZV9tb2RlcmVhZHdyaXRlAPIHAQAEAAAA9gcBAAUAAADvBQEABQAAAKcHAQAKAAAAsQcBAAgAAAC5BwEABQAAAKcHAQAKAAAABgAAAAgAAAAHAAAABwAAADgFAQA+BQEARgUBAE0FAQAFAAAABwAAAAYAAAAGAAAA5AMBAOkDAQDwAwEA9gMB"), Ko(Xo, 67752, "RAAAAEUAAABGAAAARwAAAKwBAQBdAAAAyAAAACwAAACsAQEAXQAAALsAAAAgAAAAVHJpZWQgdG8gc2hyaW5rIHRvIGEgbGFyZ2VyIGNhcGFjaXR5CgIBAG4AAAAsAwAACQAAAJgvikKRRDdxz/vAtaXbtelbwlY58RHxWaSCP5LVXhyrmKoH2AFbgxK+hTEkw30MVXRdvnL+sd6Apwbcm3Txm8HBaZvkhke+78adwQ/MoQwkbyzpLaqEdErcqbBc2oj5dlJRPphtxjGoyCcDsMd/Wb/zC+DGR5Gn1VFjygZnKSkUhQq3JzghGy78bSxNEw04U1RzCmW7Cmp2LsnCgYUscpKh6L+iS2YaqHCLS8KjUWzHGeiS0SQGmdaFNQ70cKBqEBbBpBkIbDceTHdIJ7W8sDSzDBw5SqrYTk/KnFvzby5o7oKPdG9jpXgUeMiECALHjPr/vpDrbFCk96P5vvJ4ccbVAAEAWQAAAA0AAAAaAAAA1QABAFkAAAANAAAAIwAAAEsAAAAMAAAABAAAAEwAAABNAAAATgAAAAAAAAAIAAAABAAAAE8AAABQAAAAUQAAAFIAAABTAAAAEAAAAAQAAABUAAAAVQAAAFYAAABXAAAAbV3L1ixQ62N4QaZXcRuLuRWiXFU0VQfUU3itgVHwo/cAAAAACAAAAAQAAABYAAAASwAAAAwAAAAEAAAAWQAAAGNhcGFjaXR5IG92ZXJmbG93AAAAeQIBAFAAAAAcAAAABQAAADAwMDEwMjAzMDQwNTA2MDcwODA5MTAxMTEyMTMxNDE1MTYxNzE4MTkyMDIxMjIyMzI0MjUyNjI3MjgyOTMwMzEzMjMzMzQzNTM2MzczODM5NDA0MTQyNDM0NDQ1NDY0NzQ4NDk1MDUxNTI1MzU0NTU1NjU3NTg1OTYwNjE2MjYzNjQ2NTY2Njc2ODY5NzA3MTcyNzM3NDc1NzY3Nzc4Nzk4MDgxODI4Mzg0ODU4Njg3ODg4OTkwOTE5MjkzOTQ5NTk2OTc5ODk5UmVmQ2VsbCBhbHJlYWR5IG11dGFibHkgYm9ycm93ZWRSZWZDZWxsIGFscmVhZHkgYm9ycm93ZWQ="), Ko(Xo, 68576, "SQ==");
        var fn = [null, function (e) {
          e |= 0;
          var t,
            r,
            n = 0,
            o = 0,
            i = 0;
          ne = t = ne - 48 | 0, r = 0 | N(), a[t + 8 >> 2] = r, o = 67200, n = 4;
          e: {
            t: {
              r: {
                n: {
                  a: switch (i = a[e >> 2], ((0 | i) >= 0 ? 2 : -2147483648 ^ i) - 1 | 0) {
                    case 0:
                      break r;
                    case 1:
                      break n;
                    case 2:
                      break a;
                    default:
                      break e;
                  }
                  o = 67230;
                  break t;
                }
                o = a[e + 12 >> 2], a[t + 12 >> 2] = o, a[t + 24 >> 2] = a[e + 8 >> 2], n = a[e + 4 >> 2], a[t + 16 >> 2] = a[e >> 2], a[t + 20 >> 2] = n, qt(n = t + 32 | 0, t + 12 | 0), n = xe(n), a[t + 28 >> 2] = n, Fe(t + 8 | 0, 67215, 6, t + 28 | 0), n >>> 0 >= 1028 && v(0 | n), n = 0 | re(a[o + 12 >> 2], a[o + 16 >> 2]), a[t + 32 >> 2] = n, Fe(t + 8 | 0, 67084, 7, t + 32 | 0), n >>> 0 >= 1028 && v(0 | n), a[t + 24 >> 2] ? (a[t + 40 >> 2] = a[e + 8 >> 2], n = a[e + 4 >> 2], a[t + 32 >> 2] = a[e >> 2], a[t + 36 >> 2] = n, e = xe(t + 32 | 0), a[t + 28 >> 2] = e, Fe(t + 8 | 0, 67039, 8, t + 28 | 0), e >>> 0 < 1028 || v(0 | e)) : vr(t + 16 | 0), e = a[o >> 2] - 1 | 0, a[o >> 2] = e, e || nt(t + 12 | 0), o = 67221, n = 9;
                break e;
              }
              o = 67204;
            }
            n = 11;
          }
          return e = 0 | re(0 | o, 0 | n), a[t + 32 >> 2] = e, Fe(t + 8 | 0, 67241, 4, t + 32 | 0), e >>> 0 >= 1028 && v(0 | e), ne = t + 48 | 0, 0 | r;
        }, function (e) {
          var t;
          return t = 0 | re(a[20 + (e |= 0) >> 2], a[e + 24 >> 2]), ft(e), a[e >> 2] = a[17152], a[17152] = e, 0 | t;
        }, function (e, t) {
          t |= 0;
          var r,
            n = 0,
            o = 0,
            i = 0,
            s = 0;
          ne = r = ne - 48 | 0;
          e: {
            switch ((e |= 0) - 1 | 0) {
              case 1:
                if (t = 0 | te(2), a[r + 44 >> 2] = t, e = St(r + 44 | 0), t >>> 0 < 1028) break e;
                v(0 | t);
                break e;
              case 0:
                a[r + 8 >> 2] = a[t + 48 >> 2], e = a[t + 44 >> 2], a[r >> 2] = a[t + 40 >> 2], a[r + 4 >> 2] = e, e = a[t + 56 >> 2], a[r + 16 >> 2] = a[t + 52 >> 2], a[r + 20 >> 2] = e, a[r + 24 >> 2] = a[t + 60 >> 2], e = a[t + 12 >> 2], n = a[t + 8 >> 2], o = 0 | te(1), a[r + 32 >> 2] = o, i = xe(r), a[r + 36 >> 2] = i, s = xe(r + 16 | 0), a[r + 40 >> 2] = s, n = 0 | te(+(+(n >>> 0) + 4294967296 * +(e >>> 0))), a[r + 44 >> 2] = n, e = Se(r + 32 | 0, r + 36 | 0, r + 40 | 0, r + 44 | 0), n >>> 0 >= 1028 && v(0 | n), s >>> 0 >= 1028 && v(0 | s), i >>> 0 >= 1028 && v(0 | i), o >>> 0 >= 1028 && v(0 | o), vr(t + 16 | 0), vr(t + 28 | 0), a[t >> 2] = a[17152], a[17152] = t;
                break e;
            }
            t = 0 | te(0), a[r + 44 >> 2] = t, e = St(r + 44 | 0), t >>> 0 < 1028 || v(0 | t);
          }
          return ne = r + 48 | 0, 0 | e;
        }, function () {
          return 1024;
        }, ee, function (e) {
          var t, r;
          t = a[(e |= 0) >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || rt(e);
        }, function (e, t) {
          var r, n;
          return t |= 0, ne = r = ne - 16 | 0, e = a[(e |= 0) >> 2], a[r + 12 >> 2] = e, Jt(n = r + 12 | 0, t), t = e, e = a[e >> 2] - 1 | 0, a[t >> 2] = e, e || rt(n), ne = r + 16 | 0, 1024;
        }, Jt, function (e, t, r) {
          var n;
          e |= 0, t |= 0, r |= 0, ne = n = ne - 16 | 0, a[n + 12 >> 2] = a[e >> 2], ze(n + 12 | 0, t, r), ne = n + 16 | 0;
        }, ze, function (e) {
          (e = a[(e |= 0) >> 2]) >>> 0 >= 1028 && v(0 | e);
        }, function (e, t, r, n) {
          var o;
          e |= 0, ne = o = ne - 16 | 0, Me(o, t |= 0, r |= 0, n |= 0), 1 & a[o >> 2] ? (t = a[o + 4 >> 2], a[o + 12 >> 2] = t, Ve(e, o + 12 | 0), t >>> 0 < 1028 || v(0 | t)) : a[e >> 2] = -2147483648, ne = o + 16 | 0;
        }, function (e, t, r, n) {
          var o;
          e |= 0, ne = o = ne - 16 | 0, Me(o, t |= 0, r |= 0, n |= 0), 1 & a[o >> 2] ? (t = a[o + 4 >> 2], a[o + 12 >> 2] = t, ve(e, o + 12 | 0), t >>> 0 < 1028 || v(0 | t)) : (a[e >> 2] = 0, a[e + 4 >> 2] = 0), ne = o + 16 | 0;
        }, function (e) {
          var t,
            r = 0;
          t = a[304 + (e |= 0) >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e + 304 | 0), vr(e + 276 | 0), vr(e + 288 | 0), r = a[e + 308 >> 2], a[r >> 2] = a[17152], a[17152] = r, (r = a[e + 312 >> 2]) && (ot(r), a[r >> 2] = a[17153], a[17153] = r), Br(e + 216 | 0), it(e + 32 | 0), 2 != a[e + 256 >> 2] && ht(e + 256 | 0);
        }, function (e, t, n) {
          e |= 0, n |= 0;
          var i,
            s,
            l,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0;
          s = 4 + (l = ne - 48 | 0) | 0, ne = i = (ne = l) - 400 | 0, u = o[318 + (t |= 0) | 0], r[i + 8 | 0] = u, c = a[n + 4 >> 2], a[i + 16 >> 2] = a[n >> 2], a[i + 20 >> 2] = c, c = a[n + 12 >> 2], a[i + 24 >> 2] = a[n + 8 >> 2], a[i + 28 >> 2] = c, c = a[n + 20 >> 2], a[i + 32 >> 2] = a[n + 16 >> 2], a[i + 36 >> 2] = c;
          e: {
            t: {
              r: {
                n: {
                  a: {
                    o: {
                      i: {
                        s: {
                          switch (u - 1 | 0) {
                            case 9:
                              if (8 != a[i + 16 >> 2]) break s;
                              u = a[t + 312 >> 2], Qt(i + 312 | 0, n + 4 | 0);
                              l: {
                                if (1 != (0 | (c = o[i + 312 | 0])) && u && Ee(u + 8 | 0, (n = a[i + 316 >> 2]) + 52 | 0)) u = a[t + 304 >> 2], c = a[u >> 2] + 1 | 0, a[u >> 2] = c, c || ei(), $e(i + 96 | 0, t + 288 | 0), 2 != a[t + 256 >> 2] && ht(t + 256 | 0), a[t + 256 >> 2] = 0, c = a[i + 100 >> 2], a[t + 260 >> 2] = a[i + 96 >> 2], a[t + 264 >> 2] = c, a[t + 268 >> 2] = a[i + 104 >> 2], r[t + 318 | 0] = 13, a[t + 272 >> 2] = u, a[s >> 2] = -2147483640;else {
                                  if (o[t + 317 | 0] ? Nt(s, t, 6) : (a[s >> 2] = -2147483634, a[s + 4 >> 2] = 250, r[t + 318 | 0] = 8), c) break l;
                                  n = a[i + 316 >> 2];
                                }
                                ft(n), a[n >> 2] = a[17152], a[17152] = n;
                              }
                              switch (a[i + 16 >> 2] - 7 | 0) {
                                case 0:
                                  break t;
                                case 1:
                                  break e;
                                case 3:
                                  break r;
                                default:
                                  break a;
                              }
                            case 8:
                              if (11 != a[i + 16 >> 2]) break s;
                              if ((f = a[t + 312 >> 2]) && (p = a[f + 4 >> 2], u = a[n + 8 >> 2], c = a[f >> 2], !((d = (0 | p) == (0 | (f = a[n + 12 >> 2])) & u >>> 0 > c >>> 0 | p >>> 0 < f >>> 0) ? f - ((u >>> 0 < c >>> 0) + p | 0) | 0 : p - ((u >>> 0 > c >>> 0) + f | 0) | 0) & (d ? u - c | 0 : c - u | 0) >>> 0 <= 36e5)) {
                                if (1 & r[n + 18 | 0]) r[t + 317 | 0] = 1;else {
                                  d = o[n + 16 | 0];
                                  l: {
                                    if (o[8 + (u = n + 8 | 0) | 0]) {
                                      if (n = a[u >> 2], c = a[u + 4 >> 2], a[t >> 2]) {
                                        if (f = n - (p = a[t + 8 >> 2]) | 0, !(!((n = (0 | (p = c - (a[t + 12 >> 2] + (n >>> 0 < p >>> 0) | 0) | 0)) == (0 | c) & n >>> 0 >= f >>> 0 | c >>> 0 > p >>> 0) && p) & (c = n ? f : 0) >>> 0 <= 999)) {
                                          if (h = f = (n = a[t + 24 >> 2]) - (c = a[t + 16 >> 2]) | 0, f = (0 | (c = (p = a[t + 28 >> 2]) - (a[t + 20 >> 2] + (n >>> 0 < c >>> 0) | 0) | 0)) == (0 | p) & n >>> 0 >= f >>> 0 | c >>> 0 < p >>> 0, n = 1, !(c = f ? c : 0) & (p = f ? h : 0) >>> 0 > 2999 | c) break l;
                                          n = o[u + 9 | 0];
                                          break l;
                                        }
                                      } else a[t + 8 >> 2] = n, a[t + 12 >> 2] = c, a[t >> 2] = 1, a[t + 4 >> 2] = 0;
                                    } else a[t >> 2] = 0, a[t + 4 >> 2] = 0, n = a[u + 4 >> 2], a[t + 24 >> 2] = a[u >> 2], a[t + 28 >> 2] = n;
                                    n = 0;
                                  }
                                  if (r[t + 317 | 0] = 1 & n, !(1 & d)) {
                                    a[s >> 2] = -2147483634, a[s + 4 >> 2] = 250, r[t + 318 | 0] = 8;
                                    break i;
                                  }
                                }
                                n = o[a[t + 304 >> 2] + 58 | 0], qt(i + 100 | 0, t + 304 | 0), r[t + 318 | 0] = 10, u = a[i + 108 >> 2], a[s + 8 >> 2] = a[i + 104 >> 2], a[s + 12 >> 2] = u, a[s + 24 >> 2] = a[i + 120 >> 2], a[i + 96 >> 2] = -2147483646, u = a[i + 100 >> 2], a[s >> 2] = a[i + 96 >> 2], a[s + 4 >> 2] = u, r[i + 112 | 0] = n, n = a[i + 116 >> 2], a[s + 16 >> 2] = a[i + 112 >> 2], a[s + 20 >> 2] = n;
                                break i;
                              }
                              It(s, t, 8);
                              break i;
                            case 1:
                              if (6 != a[i + 16 >> 2]) break s;
                              u = a[i + 28 >> 2], n = a[i + 24 >> 2], a[t + 248 >> 2] = n, a[t + 252 >> 2] = u, a[t + 24 >> 2] = n, a[t + 28 >> 2] = u, a[t + 16 >> 2] = n, a[t + 20 >> 2] = u, a[t >> 2] = 0, a[t + 4 >> 2] = 0, Br(t + 216 | 0), a[t + 232 >> 2] = 0, a[t + 236 >> 2] = -2147483648, a[t + 224 >> 2] = 0, a[t + 228 >> 2] = 4, a[t + 216 >> 2] = n, a[t + 220 >> 2] = u, nr(s, t);
                              break i;
                            case 0:
                              if (7 != a[i + 16 >> 2]) break s;
                              switch (n = a[i + 20 >> 2], u = a[t + 308 >> 2], a[u >> 2] = a[17152], a[s >> 2] = -2147483648, r[t + 318 | 0] = 2, a[17152] = u, a[t + 308 >> 2] = n, a[i + 16 >> 2] - 7 | 0) {
                                case 0:
                                  break e;
                                case 3:
                                  break r;
                                case 1:
                                  break n;
                                default:
                                  break a;
                              }
                            case 12:
                              n = a[t + 256 >> 2], a[t + 256 >> 2] = 2, a[i + 112 >> 2] = 1441792, a[i + 96 >> 2] = 1, a[i + 100 >> 2] = -2147483648, 2 == (0 | n) ? (u = a[12 + (n = i + 100 | 0) >> 2], a[i + 320 >> 2] = a[n + 8 >> 2], a[i + 324 >> 2] = u, u = a[n + 4 >> 2], a[i + 312 >> 2] = a[n >> 2], a[i + 316 >> 2] = u, n = 1) : (u = a[t + 272 >> 2], a[i + 320 >> 2] = a[t + 268 >> 2], a[i + 324 >> 2] = u, u = a[t + 264 >> 2], a[i + 312 >> 2] = a[t + 260 >> 2], a[i + 316 >> 2] = u, ht(i + 96 | 0)), a[s + 4 >> 2] = n, n = a[i + 316 >> 2], a[s + 8 >> 2] = a[i + 312 >> 2], a[s + 12 >> 2] = n, n = a[i + 324 >> 2], a[s + 16 >> 2] = a[i + 320 >> 2], a[s + 20 >> 2] = n, a[s >> 2] = -2147483630;
                              break i;
                            case 11:
                              a[s >> 2] = -2147483640, r[t + 318 | 0] = 13;
                              break i;
                            case 10:
                              Lt(s, t, n);
                              break e;
                            case 7:
                              if (5 == (0 | (u = a[i + 16 >> 2]))) {
                                It(s, t, 7);
                                break a;
                              }
                              if (10 != (0 | u)) {
                                a[s >> 2] = -2147483641, r[t + 318 | 0] = 9;
                                break i;
                              }
                              u = a[n + 16 >> 2], a[i + 72 >> 2] = a[n + 12 >> 2], a[i + 76 >> 2] = u, u = a[n + 8 >> 2], a[i + 64 >> 2] = a[n + 4 >> 2], a[i + 68 >> 2] = u;
                              l: {
                                u: {
                                  if (n = a[t + 312 >> 2]) {
                                    if ($e(i + 96 | 0, n + 8 | 0), -2147483648 == a[i + 96 >> 2] ? (a[i + 88 >> 2] = 0, a[i + 80 >> 2] = 0, a[i + 84 >> 2] = 1) : (a[i + 88 >> 2] = a[i + 104 >> 2], u = a[i + 100 >> 2], a[i + 80 >> 2] = a[i + 96 >> 2], a[i + 84 >> 2] = u), !(!(1 & r[i + 77 | 0]) | 1 != o[i + 76 | 0] || (Rr(i + 284 | 0, a[i + 68 >> 2], a[i + 72 >> 2], a[n + 12 >> 2], a[n + 16 >> 2]), n = a[i + 284 >> 2], -2147483645 == (0 | n)))) {
                                      switch ((n - 2147483647 & n >> 31) - 1 | 0) {
                                        case 1:
                                          n = o[a[t + 304 >> 2] + 58 | 0], qt(i + 316 | 0, t + 304 | 0), r[t + 318 | 0] = 10, u = a[i + 324 >> 2], a[s + 8 >> 2] = a[i + 320 >> 2], a[s + 12 >> 2] = u, a[s + 24 >> 2] = a[i + 336 >> 2], a[i + 312 >> 2] = -2147483646, u = a[i + 316 >> 2], a[s >> 2] = a[i + 312 >> 2], a[s + 4 >> 2] = u, r[i + 328 | 0] = n, n = a[i + 332 >> 2], a[s + 16 >> 2] = a[i + 328 >> 2], a[s + 20 >> 2] = n;
                                          break l;
                                        case 0:
                                          a[i + 96 >> 2] = 3, a[i + 100 >> 2] = 0;
                                          break u;
                                        case 2:
                                          Nt(s, t, o[i + 288 | 0]);
                                          break l;
                                      }
                                      n = a[i + 292 >> 2], a[i + 304 >> 2] = n, u = a[i + 288 >> 2], a[i + 296 >> 2] = a[i + 284 >> 2], a[i + 300 >> 2] = u, Vr(i + 312 | 0, a[i + 300 >> 2], n), -2147483648 == a[i + 312 >> 2] ? (a[i + 96 >> 2] = 3, a[i + 100 >> 2] = 0) : lr(i + 96 | 0, 0, a[i + 84 >> 2], a[i + 88 >> 2], i + 312 | 0), vr(i + 296 | 0);
                                      break u;
                                    }
                                  } else a[i + 88 >> 2] = 0, a[i + 80 >> 2] = 0, a[i + 84 >> 2] = 1;
                                  a[i + 96 >> 2] = 3, a[i + 100 >> 2] = 0;
                                }
                                it(n = t + 32 | 0), nn(f = n, n = i + 96 | 0, 184), 3 != a[t + 32 >> 2] | a[t + 36 >> 2] ? (a[i + 96 >> 2] = 0, Lt(s, t, n)) : (a[s >> 2] = -2147483634, a[s + 4 >> 2] = 250, r[t + 318 | 0] = 8);
                              }
                              switch (vr(i + 80 | 0), vr(i - -64 | 0), a[i + 16 >> 2] - 7 | 0) {
                                case 0:
                                  break t;
                                case 3:
                                  break e;
                                case 1:
                                  break n;
                                default:
                                  break a;
                              }
                            case 6:
                              a[s >> 2] = -2147483634, a[s + 4 >> 2] = 250, r[t + 318 | 0] = 8;
                              break i;
                            case 5:
                              a[s + 8 >> 2] = -2147483645, a[s >> 2] = -2147483630, a[s + 4 >> 2] = 0;
                              break i;
                            case 4:
                              u = a[n + 20 >> 2], a[i + 56 >> 2] = a[n + 16 >> 2], a[i + 60 >> 2] = u, u = a[n + 12 >> 2], a[i + 48 >> 2] = a[n + 8 >> 2], a[i + 52 >> 2] = u, u = a[n + 4 >> 2], a[i + 40 >> 2] = a[n >> 2], a[i + 44 >> 2] = u, Bt(s, t, i + 40 | 0);
                              break e;
                            case 3:
                              if (o[t + 316 | 0] && 2 == a[i + 16 >> 2]) {
                                a[s + 20 >> 2] = 1376256, a[s + 8 >> 2] = -2147483648, a[s >> 2] = -2147483630, a[s + 4 >> 2] = 1;
                                break i;
                              }
                              a[i + 96 >> 2] = 0, Bt(s, t, i + 96 | 0);
                              break i;
                            case 2:
                              l: {
                                u: {
                                  c: switch (n = a[i + 16 >> 2], n - 2 | 0) {
                                    case 0:
                                      break u;
                                    case 1:
                                      break c;
                                    default:
                                      break l;
                                  }
                                  a[s + 20 >> 2] = 393216, a[s + 8 >> 2] = -2147483648, a[s >> 2] = -2147483630, a[s + 4 >> 2] = 1;
                                  break i;
                                }
                                o[t + 303 | 0] ? (r[t + 316 | 0] = 1, nr(s, t)) : (a[s + 20 >> 2] = 327680, a[s + 8 >> 2] = -2147483648, a[s >> 2] = -2147483630, a[s + 4 >> 2] = 1);
                                break i;
                              }
                              zt(s, t);
                              break o;
                          }
                          a[s >> 2] = -2147483647, r[t + 318 | 0] = 1;
                          break i;
                        }
                        a[s + 20 >> 2] = 1441792, a[s + 8 >> 2] = -2147483648, a[s >> 2] = -2147483630, a[s + 4 >> 2] = 1;
                      }
                      n = a[i + 16 >> 2];
                    }
                    switch (n - 7 | 0) {
                      case 0:
                        break t;
                      case 3:
                        break r;
                      case 1:
                        break n;
                    }
                  }
                  lt(i + 16 | 0);
                  break e;
                }
                ue(i + 20 | 0);
                break e;
              }
              vr(i + 20 | 0);
              break e;
            }
            n = a[i + 20 >> 2], a[n >> 2] = a[17152], a[17152] = n;
          }
          ne = i + 400 | 0, -2147483630 != a[l + 4 >> 2] ? (a[e + 24 >> 2] = a[l + 28 >> 2], t = a[l + 24 >> 2], a[e + 16 >> 2] = a[l + 20 >> 2], a[e + 20 >> 2] = t, t = a[l + 16 >> 2], a[e + 8 >> 2] = a[l + 12 >> 2], a[e + 12 >> 2] = t, t = a[l + 8 >> 2], a[e >> 2] = a[l + 4 >> 2], a[e + 4 >> 2] = t) : (n = l + 12 | 0, a[l + 8 >> 2] ? (a[e >> 2] = -2147483630, t = a[n + 12 >> 2], a[e + 12 >> 2] = a[n + 8 >> 2], a[e + 16 >> 2] = t, t = a[n + 4 >> 2], a[e + 4 >> 2] = a[n >> 2], a[e + 8 >> 2] = t) : (u = a[n + 12 >> 2], a[l + 40 >> 2] = a[n + 8 >> 2], a[l + 44 >> 2] = u, u = a[n + 4 >> 2], a[l + 32 >> 2] = a[n >> 2], a[l + 36 >> 2] = u, b = e, y = 0 | fn[a[t + 320 >> 2]](l + 32 | 0), a[b + 8 >> 2] = y, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647)), ne = l + 48 | 0;
        }, function (e) {
          vr(288 + (e |= 0) | 0), vr(e + 300 | 0), -2147483648 != a[e + 184 >> 2] && pt(e + 184 | 0), it(e), at(e + 312 | 0), -2147483647 != a[e + 272 >> 2] && ue(e + 272 | 0);
        }, function (e, t, n) {
          e |= 0, n |= 0;
          var i,
            s = 0,
            l = 0,
            u = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0;
          l = 4 + (i = ne - 48 | 0) | 0, ne = s = (ne = i) - 96 | 0, u = o[316 + (t |= 0) | 0], r[s + 8 | 0] = u, c = a[n + 4 >> 2], a[s + 16 >> 2] = a[n >> 2], a[s + 20 >> 2] = c, c = a[n + 12 >> 2], a[s + 24 >> 2] = a[n + 8 >> 2], a[s + 28 >> 2] = c, c = a[n + 20 >> 2], a[s + 32 >> 2] = a[n + 16 >> 2], a[s + 36 >> 2] = c, n = s + 16 | 0;
          e: {
            t: {
              r: {
                switch (0 | u) {
                  case 0:
                    -2147483648 == a[t + 184 >> 2] ? (a[l + 8 >> 2] = -2147483648, a[l >> 2] = -2147483630, a[l + 4 >> 2] = 0) : ($e(l + 4 | 0, t + 288 | 0), $e(l + 16 | 0, t + 196 | 0), a[l >> 2] = -2147483637, r[t + 316 | 0] = 1);
                    break r;
                  case 2:
                    u = a[t + 296 >> 2], a[t + 296 >> 2] = 0, c = a[t + 288 >> 2], f = a[t + 292 >> 2], a[t + 288 >> 2] = 0, a[t + 292 >> 2] = 1, a[s + 88 >> 2] = u, a[s + 80 >> 2] = c, a[s + 84 >> 2] = f, mt(l + 4 | 0, u = s + 80 | 0, a[t + 304 >> 2], a[t + 308 >> 2]), a[l >> 2] = -2147483635, r[t + 316 | 0] = 3, ce(u);
                    break r;
                  case 1:
                    if (!o[t + 268 | 0] & -2147483648 != a[t + 184 >> 2]) {
                      yt(l + 4 | 0, a[t + 304 >> 2], a[t + 308 >> 2]), a[l >> 2] = -2147483636, r[t + 316 | 0] = 2;
                      break r;
                    }
                    Mt(l, t, 2);
                    break r;
                }
                n: {
                  a: {
                    if (5 == (0 | (c = a[s + 16 >> 2]))) {
                      o: switch (u - 4 | 0) {
                        case 0:
                        case 2:
                          break o;
                        default:
                          break a;
                      }
                      a[l + 20 >> 2] = 458752, a[l + 8 >> 2] = -2147483648, a[l >> 2] = -2147483630, a[l + 4 >> 2] = 1;
                      break r;
                    }
                    if (10 != (0 | c)) break n;
                    o: switch (u - 4 | 0) {
                      case 0:
                      case 2:
                        break o;
                      default:
                        break a;
                    }
                    if (ne = u = ne - 32 | 0, 1 == o[12 + (c = s + 20 | 0) | 0] && 1 & r[c + 13 | 0] && (Rr(u + 4 | 0, a[c + 4 >> 2], a[c + 8 >> 2], a[t + 304 >> 2], a[t + 308 >> 2]), -2147483645 != a[u + 4 >> 2]) && (a[u + 24 >> 2] = a[u + 12 >> 2], p = a[u + 8 >> 2], f = a[u + 4 >> 2], a[u + 16 >> 2] = f, a[u + 20 >> 2] = p, ce(u + 16 | 0), f = -2147483648 == (0 | f)), ne = u + 32 | 0, f) {
                      if (r[t + 316 | 0] = 9, a[l >> 2] = -2147483639, l = a[c + 12 >> 2], a[s + 88 >> 2] = a[c + 8 >> 2], a[s + 92 >> 2] = l, l = a[c + 4 >> 2], a[s + 80 >> 2] = a[c >> 2], a[s + 84 >> 2] = l, vr(s + 80 | 0), 10 == a[s + 16 >> 2]) break e;
                      break t;
                    }
                  }
                  u = o[s + 8 | 0];
                }
                n: {
                  a: switch ((255 & u) - 4 | 0) {
                    case 2:
                      10 == a[s + 16 >> 2] ? (a[l >> 2] = -2147483634, a[l + 4 >> 2] = 8e3, r[t + 316 | 0] = 6) : (a[s + 80 >> 2] = -2147483648, a[s + 92 >> 2] = 1114112, sr(l, t, s + 80 | 0));
                      break r;
                    case 9:
                      a[l + 8 >> 2] = -2147483645, a[l >> 2] = -2147483630, a[l + 4 >> 2] = 0;
                      break r;
                    case 8:
                      Dt(l, t);
                      break r;
                    case 7:
                      a[l >> 2] = -2147483634, a[l + 4 >> 2] = 500, r[t + 316 | 0] = 12;
                      break r;
                    case 6:
                      a[l + 8 >> 2] = -2147483647, a[l >> 2] = -2147483630, a[l + 4 >> 2] = 0;
                      break r;
                    case 5:
                      a[l >> 2] = -2147483634, a[l + 4 >> 2] = 500, r[t + 316 | 0] = 10;
                      break r;
                    case 4:
                      u = a[t + 272 >> 2], a[t + 272 >> 2] = -2147483647, a[s + 80 >> 2] = -2147483648, a[s + 92 >> 2] = 1441792, -2147483647 == (0 | u) ? (a[s + 72 >> 2] = a[s + 92 >> 2], u = a[s + 88 >> 2], a[s + 64 >> 2] = a[s + 84 >> 2], a[s + 68 >> 2] = u, u = -2147483648) : (a[s + 72 >> 2] = a[t + 284 >> 2], c = a[t + 280 >> 2], a[s + 64 >> 2] = a[t + 276 >> 2], a[s + 68 >> 2] = c, ue(s + 80 | 0)), a[l + 8 >> 2] = u, a[l >> 2] = -2147483630, a[l + 4 >> 2] = 1, u = a[s + 68 >> 2], a[l + 12 >> 2] = a[s + 64 >> 2], a[l + 16 >> 2] = u, a[l + 20 >> 2] = a[s + 72 >> 2];
                      break r;
                    case 3:
                      a[l >> 2] = -2147483639, r[t + 316 | 0] = 11;
                      break r;
                    case 1:
                      u = a[n + 20 >> 2], a[s + 56 >> 2] = a[n + 16 >> 2], a[s + 60 >> 2] = u, u = a[n + 12 >> 2], a[s + 48 >> 2] = a[n + 8 >> 2], a[s + 52 >> 2] = u, u = a[n + 4 >> 2], a[s + 40 >> 2] = a[n >> 2], a[s + 44 >> 2] = u, Ct(l, t, s + 40 | 0);
                      break e;
                    case 0:
                      break a;
                    default:
                      break n;
                  }
                  if (10 != a[s + 16 >> 2]) {
                    Mt(l, t, 1);
                    break t;
                  }
                }
                a[l >> 2] = -2147483634, a[l + 4 >> 2] = 2e3, r[t + 316 | 0] = 4;
              }
              if (10 == a[s + 16 >> 2]) {
                vr(s + 20 | 0);
                break e;
              }
            }
            lt(n);
          }
          ne = s + 96 | 0, -2147483630 != a[i + 4 >> 2] ? (a[e + 24 >> 2] = a[i + 28 >> 2], t = a[i + 24 >> 2], a[e + 16 >> 2] = a[i + 20 >> 2], a[e + 20 >> 2] = t, t = a[i + 16 >> 2], a[e + 8 >> 2] = a[i + 12 >> 2], a[e + 12 >> 2] = t, t = a[i + 8 >> 2], a[e >> 2] = a[i + 4 >> 2], a[e + 4 >> 2] = t) : (n = i + 12 | 0, a[i + 8 >> 2] ? (a[e >> 2] = -2147483630, t = a[n + 12 >> 2], a[e + 12 >> 2] = a[n + 8 >> 2], a[e + 16 >> 2] = t, t = a[n + 4 >> 2], a[e + 4 >> 2] = a[n >> 2], a[e + 8 >> 2] = t) : (s = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = s, s = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = s, d = e, h = 0 | fn[a[t + 320 >> 2]](i + 32 | 0), a[d + 8 >> 2] = h, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647)), ne = i + 48 | 0;
        }, function (e) {
          var t,
            r = 0;
          t = a[104 + (e |= 0) >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e + 104 | 0), ue(e + 88 | 0), (r = a[e + 108 >> 2]) && (ft(r), a[r >> 2] = a[17152], a[17152] = r), st(e);
        }, function (e, t, i) {
          e |= 0, i |= 0;
          var s,
            l,
            u,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0,
            m = 0,
            w = 0,
            k = 0;
          l = 4 + (u = ne - 32 | 0) | 0, ne = s = (ne = u) + -64 | 0, c = o[112 + (t |= 0) | 0], r[0 | s] = c, p = a[i + 4 >> 2], a[s + 8 >> 2] = a[i >> 2], a[s + 12 >> 2] = p, p = a[i + 12 >> 2], a[s + 16 >> 2] = a[i + 8 >> 2], a[s + 20 >> 2] = p, p = a[i + 20 >> 2], a[s + 24 >> 2] = a[i + 16 >> 2], a[s + 28 >> 2] = p;
          e: {
            t: {
              r: {
                n: {
                  switch (c - 1 | 0) {
                    case 2:
                      c = a[i + 20 >> 2], a[s + 48 >> 2] = a[i + 16 >> 2], a[s + 52 >> 2] = c, c = a[i + 12 >> 2], a[s + 40 >> 2] = a[i + 8 >> 2], a[s + 44 >> 2] = c, c = a[i + 4 >> 2], a[s + 32 >> 2] = a[i >> 2], a[s + 36 >> 2] = c, !a[t + 4 >> 2] & 4 == a[t >> 2] ? (a[l + 16 >> 2] = 1441792, a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483648, lt(s + 32 | 0)) : Pr(l, t, i);
                      break e;
                    case 1:
                      if (6 != (0 | (c = a[s + 8 >> 2]))) break n;
                      if (d = a[t + 108 >> 2], a[t + 108 >> 2] = 0, !d) {
                        a[l + 16 >> 2] = 1441792, a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483648;
                        break t;
                      }
                      if (v = c = a[d + 4 >> 2], c | (i = a[d >> 2]) && !((0 | (f = h = a[s + 20 >> 2])) == (0 | (g = a[d + 12 >> 2])) & (c = a[s + 16 >> 2]) >>> 0 >= (p = a[d + 8 >> 2]) >>> 0 | f >>> 0 > g >>> 0 && (f = a[t + 80 >> 2], b = f, m = a[t + 84 >> 2], f = !m & f >>> 0 <= 3e4, b = f ? 3e4 : b, y = b + c | 0, f = (f ? 0 : m) + h | 0, f = y >>> 0 < b >>> 0 ? f + 1 | 0 : f, c = (0 | h) == (0 | f) & c >>> 0 > y >>> 0 | f >>> 0 < h >>> 0, h = c ? -1 : y, f = c ? -1 : f, b = i, c = v, i = !c & i >>> 0 >= 864e5 | !!(0 | c), y = i ? 864e5 : b, v = y + p | 0, i = (i ? 0 : c) + g | 0, i = v >>> 0 < y >>> 0 ? i + 1 | 0 : i, c = (0 | g) == (0 | i) & p >>> 0 > v >>> 0 | i >>> 0 < g >>> 0, p = c ? -1 : v, i = c ? -1 : i, (0 | i) == (0 | f) & p >>> 0 > h >>> 0 | i >>> 0 > f >>> 0))) {
                        rr(l, t, d);
                        break t;
                      }
                      a[l + 8 >> 2] = d, a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483647;
                      break t;
                    case 0:
                      if (8 != (0 | (c = a[s + 8 >> 2]))) break n;
                      if (Qt(s + 32 | 0, i + 4 | 0), o[s + 32 | 0] ? (r[l + 19 | 0] = 0, r[l + 18 | 0] = o[s + 33 | 0], n[l + 16 >> 1] = 0, a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483648) : (i = a[s + 36 >> 2], o[t + 100 | 0] || -2147483648 != a[t + 88 >> 2] && Tt(i + 16 | 0, a[t + 92 >> 2], a[t + 96 >> 2]) ? rr(l, t, i) : ((c = a[t + 108 >> 2]) && (ft(c), a[c >> 2] = a[17152], a[17152] = c), r[t + 112 | 0] = 2, a[t + 108 >> 2] = i, a[l >> 2] = -2147483648)), 8 == a[s + 8 >> 2]) break e;
                      break t;
                  }
                  r[t + 112 | 0] = 1, i = o[a[t + 104 >> 2] + 58 | 0], qt(s + 36 | 0, t + 104 | 0), c = a[s + 44 >> 2], a[l + 8 >> 2] = a[s + 40 >> 2], a[l + 12 >> 2] = c, a[l + 24 >> 2] = a[s + 56 >> 2], a[s + 32 >> 2] = -2147483646, c = a[s + 36 >> 2], a[l >> 2] = a[s + 32 >> 2], a[l + 4 >> 2] = c, r[s + 48 | 0] = i, i = a[s + 52 >> 2], a[l + 16 >> 2] = a[s + 48 >> 2], a[l + 20 >> 2] = i, c = a[s + 8 >> 2];
                  break r;
                }
                a[l + 16 >> 2] = 1441792, a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483648;
              }
              if (8 == (0 | c)) {
                ue(s + 12 | 0);
                break e;
              }
            }
            lt(s + 8 | 0);
          }
          ne = s - -64 | 0, -2147483630 != a[u + 4 >> 2] ? (a[e + 24 >> 2] = a[u + 28 >> 2], t = a[u + 24 >> 2], a[e + 16 >> 2] = a[u + 20 >> 2], a[e + 20 >> 2] = t, t = a[u + 16 >> 2], a[e + 8 >> 2] = a[u + 12 >> 2], a[e + 12 >> 2] = t, t = a[u + 8 >> 2], a[e >> 2] = a[u + 4 >> 2], a[e + 4 >> 2] = t) : -2147483647 == a[u + 8 >> 2] ? (w = e, k = 0 | fn[a[t + 120 >> 2]](a[u + 12 >> 2]), a[w + 8 >> 2] = k, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647) : (a[e >> 2] = -2147483630, i = a[12 + (t = u + 8 | 0) >> 2], a[e + 12 >> 2] = a[t + 8 >> 2], a[e + 16 >> 2] = i, i = a[t + 4 >> 2], a[e + 4 >> 2] = a[t >> 2], a[e + 8 >> 2] = i), ne = u + 32 | 0;
        }, function (e) {
          var t, r;
          t = a[(e |= 0) >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e);
        }, function (e, t, n) {
          e |= 0, t |= 0;
          var i,
            s,
            l,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          l = 4 + (s = ne - 32 | 0) | 0, ne = i = (ne = s) - 48 | 0, (u = a[(n |= 0) >> 2]) ? (8 == (0 | u) ? (a[i + 40 >> 2] = a[n + 12 >> 2], u = a[n + 8 >> 2], a[i + 32 >> 2] = a[n + 4 >> 2], a[i + 36 >> 2] = u) : a[i + 32 >> 2] = -2147483648, Qt(i + 4 | 0, i + 32 | 0), a[l >> 2] = -2147483630, a[l + 4 >> 2] = -2147483647, a[l + 12 >> 2] = a[i + 8 >> 2], a[l + 8 >> 2] = o[i + 4 | 0] ? 20 == o[i + 5 | 0] ? 2 : 0 : 1) : (u = o[a[t >> 2] + 58 | 0], qt(i + 8 | 0, t), c = a[i + 16 >> 2], a[l + 8 >> 2] = a[i + 12 >> 2], a[l + 12 >> 2] = c, a[l + 24 >> 2] = a[i + 28 >> 2], a[i + 4 >> 2] = -2147483646, c = a[i + 8 >> 2], a[l >> 2] = a[i + 4 >> 2], a[l + 4 >> 2] = c, r[i + 20 | 0] = u, u = a[i + 24 >> 2], a[l + 16 >> 2] = a[i + 20 >> 2], a[l + 20 >> 2] = u), 8 != a[n >> 2] && lt(n), ne = i + 48 | 0, -2147483630 != a[s + 4 >> 2] ? (a[e + 24 >> 2] = a[s + 28 >> 2], t = a[s + 24 >> 2], a[e + 16 >> 2] = a[s + 20 >> 2], a[e + 20 >> 2] = t, t = a[s + 16 >> 2], a[e + 8 >> 2] = a[s + 12 >> 2], a[e + 12 >> 2] = t, t = a[s + 8 >> 2], a[e >> 2] = a[s + 4 >> 2], a[e + 4 >> 2] = t) : -2147483647 == a[s + 8 >> 2] ? (f = e, p = 0 | fn[a[t + 4 >> 2]](a[s + 12 >> 2], a[s + 16 >> 2]), a[f + 8 >> 2] = p, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647) : (a[e >> 2] = -2147483630, n = a[12 + (t = s + 8 | 0) >> 2], a[e + 12 >> 2] = a[t + 8 >> 2], a[e + 16 >> 2] = n, n = a[t + 4 >> 2], a[e + 4 >> 2] = a[t >> 2], a[e + 8 >> 2] = n), ne = s + 32 | 0;
        }, function (e) {
          var t, r;
          t = a[12 + (e |= 0) >> 2], r = a[t >> 2] - 1 | 0, a[t >> 2] = r, r || nt(e + 12 | 0), ue(e), (e = a[e + 16 >> 2]) && (ft(e), a[e >> 2] = a[17152], a[17152] = e);
        }, function (e, t, n) {
          e |= 0, n |= 0;
          var i,
            s,
            l,
            u = 0,
            c = 0,
            f = 0,
            p = 0;
          s = 4 + (l = ne - 32 | 0) | 0, ne = i = (ne = l) + -64 | 0, u = o[20 + (t |= 0) | 0], r[0 | i] = u, c = a[n + 4 >> 2], a[i + 8 >> 2] = a[n >> 2], a[i + 12 >> 2] = c, c = a[n + 12 >> 2], a[i + 16 >> 2] = a[n + 8 >> 2], a[i + 20 >> 2] = c, c = a[n + 20 >> 2], a[i + 24 >> 2] = a[n + 16 >> 2], a[i + 28 >> 2] = c;
          e: {
            t: {
              switch (u - 1 | 0) {
                case 0:
                  if (u = a[n + 20 >> 2], a[i + 48 >> 2] = a[n + 16 >> 2], a[i + 52 >> 2] = u, u = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = u, u = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = u, n = he(i + 32 | 0), -2147483648 != a[t >> 2]) {
                    if (!n) {
                      a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647;
                      break e;
                    }
                    if (!Tt(n + 16 | 0, a[t + 4 >> 2], a[t + 8 >> 2])) {
                      a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647, ft(n), a[n >> 2] = a[17152], a[17152] = n;
                      break e;
                    }
                  }
                  (u = a[t + 16 >> 2]) && (ft(u), a[u >> 2] = a[17152], a[17152] = u), a[t + 16 >> 2] = n, le(s, t, 2);
                  break e;
                case 1:
                  (n = a[t + 16 >> 2]) ? (gt(s + 4 | 0, t + 12 | 0, n + 28 | 0), a[s >> 2] = -2147483631, r[t + 20 | 0] = 3) : (a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647);
                  break t;
                case 5:
                  a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647;
                  break t;
                case 4:
                  if (u = a[n + 20 >> 2], a[i + 48 >> 2] = a[n + 16 >> 2], a[i + 52 >> 2] = u, u = a[n + 12 >> 2], a[i + 40 >> 2] = a[n + 8 >> 2], a[i + 44 >> 2] = u, u = a[n + 4 >> 2], a[i + 32 >> 2] = a[n >> 2], a[i + 36 >> 2] = u, !(n = he(i + 32 | 0))) {
                    a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647;
                    break e;
                  }
                  if ((u = a[t + 16 >> 2]) && Ee(n + 52 | 0, u + 52 | 0)) {
                    le(s, t, 6), ft(n), a[n >> 2] = a[17152], a[17152] = n;
                    break e;
                  }
                  a[s >> 2] = -2147483630, a[s + 4 >> 2] = -2147483647, ft(n), a[n >> 2] = a[17152], a[17152] = n;
                  break e;
                case 3:
                  n = o[a[t + 12 >> 2] + 58 | 0], qt(i + 36 | 0, t + 12 | 0), r[t + 20 | 0] = 5, u = a[i + 44 >> 2], a[s + 8 >> 2] = a[i + 40 >> 2], a[s + 12 >> 2] = u, a[s + 24 >> 2] = a[i + 56 >> 2], a[i + 32 >> 2] = -2147483646, u = a[i + 36 >> 2], a[s >> 2] = a[i + 32 >> 2], a[s + 4 >> 2] = u, r[i + 48 | 0] = n, n = a[i + 52 >> 2], a[s + 16 >> 2] = a[i + 48 >> 2], a[s + 20 >> 2] = n;
                  break t;
                case 2:
                  bt(s, t + 12 | 0, 1e3), r[t + 20 | 0] = 4;
                  break t;
              }
              n = o[a[t + 12 >> 2] + 58 | 0], qt(i + 36 | 0, t + 12 | 0), r[t + 20 | 0] = 1, u = a[i + 44 >> 2], a[s + 8 >> 2] = a[i + 40 >> 2], a[s + 12 >> 2] = u, a[s + 24 >> 2] = a[i + 56 >> 2], a[i + 32 >> 2] = -2147483646, u = a[i + 36 >> 2], a[s >> 2] = a[i + 32 >> 2], a[s + 4 >> 2] = u, r[i + 48 | 0] = n, n = a[i + 52 >> 2], a[s + 16 >> 2] = a[i + 48 >> 2], a[s + 20 >> 2] = n;
            }
            lt(i + 8 | 0);
          }
          ne = i - -64 | 0, -2147483630 != a[l + 4 >> 2] ? (a[e + 24 >> 2] = a[l + 28 >> 2], t = a[l + 24 >> 2], a[e + 16 >> 2] = a[l + 20 >> 2], a[e + 20 >> 2] = t, t = a[l + 16 >> 2], a[e + 8 >> 2] = a[l + 12 >> 2], a[e + 12 >> 2] = t, t = a[l + 8 >> 2], a[e >> 2] = a[l + 4 >> 2], a[e + 4 >> 2] = t) : -2147483647 == a[l + 8 >> 2] ? (f = e, p = 0 | fn[a[t + 24 >> 2]](), a[f + 8 >> 2] = p, a[e >> 2] = -2147483630, a[e + 4 >> 2] = -2147483647) : (a[e >> 2] = -2147483630, n = a[12 + (t = l + 8 | 0) >> 2], a[e + 12 >> 2] = a[t + 8 >> 2], a[e + 16 >> 2] = n, n = a[t + 4 >> 2], a[e + 4 >> 2] = a[t >> 2], a[e + 8 >> 2] = n), ne = l + 32 | 0;
        }, function (e, t, r, n) {
          var o;
          if (e |= 0, r |= 0, n |= 0, ne = o = ne - 16 | 0, t |= 0) return fn[a[r + 16 >> 2]](o + 8 | 0, t, n), t = a[o + 12 >> 2], r = a[o + 8 >> 2], a[e + 4 >> 2] = r, a[e >> 2] = 1 & r ? t : 0, void (ne = o + 16 | 0);
          n >>> 0 >= 1028 && v(0 | n), tn(), ei();
        }, te, function (e, t, r) {
          var n;
          e |= 0, r |= 0, ne = n = ne - 16 | 0, (t |= 0) || (tn(), ei()), fn[a[r + 16 >> 2]](n + 8 | 0, t), t = a[n + 12 >> 2], r = a[n + 8 >> 2], a[e + 8 >> 2] = r, r &= 1, a[e + 4 >> 2] = r ? t : 0, a[e >> 2] = r ? 0 : t, ne = n + 16 | 0;
        }, function (e, t, r, n) {
          var i;
          if (e |= 0, n |= 0, ne = i = ne - 16 | 0, t |= 0) return fn[a[16 + (r |= 0) >> 2]](i + 8 | 0, t, n), t = o[i + 8 | 0], a[e + 8 >> 2] = t, a[e + 4 >> 2] = t ? a[i + 12 >> 2] : 0, a[e >> 2] = t ? 0 : o[i + 9 | 0], void (ne = i + 16 | 0);
          n >>> 0 >= 1028 && v(0 | n), tn(), ei();
        }, Be, Be, qr, qr, Ce, Kr, qr, qr, function (e, t, r, n) {
          r |= 0, n |= 0, (e |= 0) ? fn[a[16 + (t |= 0) >> 2]](e, r, n) : (r >>> 0 >= 1028 && v(0 | r), tn(), ei());
        }, qr, qr, qr, Kr, Kr, Jr, qr, Xr, function (e, t, r, n, a, o) {
          n = +n, ei();
        }, Xr, function (e, t, r, n, a) {
          r = c(r), ei();
        }, qr, qr, Xr, $r, $r, function (e, t, r, n, a) {
          r = c(r), ei();
        }, function (e, t, r, n, a) {
          r = +r, ei();
        }, function (e, t, r, n, a, o, i) {
          ei();
        }, $r, qr, Xr, $r, function (e, t, r, n, a, o) {
          n = c(n), ei();
        }, $r, $r, function (e, t, r, n, a) {
          r = +r, ei();
        }, qr, Xr, Xr, Jr, function (e, t) {
          var r, n;
          e |= 0, n = a[(r = (t |= 0) - 8 | 0) >> 2] + 1 | 0, a[r >> 2] = n, n || ei(), a[e + 4 >> 2] = t, a[e >> 2] = 67752;
        }, function (e) {
          var t, r, n;
          ne = t = ne - 16 | 0, e = (e |= 0) - 8 | 0, a[t + 12 >> 2] = e, Lr(r = t + 12 | 0), n = e, e = a[e >> 2] - 1 | 0, a[n >> 2] = e, e || tt(r), ne = t + 16 | 0;
        }, function (e) {
          var t;
          e |= 0, ne = t = ne - 16 | 0, a[t + 12 >> 2] = e - 8, Lr(t + 12 | 0), ne = t + 16 | 0;
        }, function (e) {
          var t, r;
          ne = t = ne - 16 | 0, r = a[(e = (e |= 0) - 8 | 0) >> 2] - 1 | 0, a[e >> 2] = r, a[t + 12 >> 2] = e, r || tt(t + 12 | 0), ne = t + 16 | 0;
        }, re, function () {
          ei();
        }, function (e, t) {
          r[68768] = 1;
        }, function (e) {
          var t;
          (t = a[(e |= 0) >> 2]) && kt(a[e + 4 >> 2], t, 1);
        }, function (e, t, r) {
          t |= 0, r |= 0;
          var n = 0;
          n = a[8 + (e |= 0) >> 2];
          e: {
            if (a[e >> 2] - n >>> 0 >= r >>> 0) {
              if (!r) break e;
            } else Xe(e, n, r), n = a[e + 8 >> 2];
            r && nn(a[e + 4 >> 2] + n | 0, t, r);
          }
          return a[e + 8 >> 2] = r + n, 0;
        }, function (e, t) {
          var n,
            o,
            i = 0,
            s = 0,
            l = 0,
            u = 0;
          return n = (t |= 0) >>> 0 < 128 ? 1 : t >>> 0 < 2048 ? 2 : t >>> 0 < 65536 ? 3 : 4, i = o = a[8 + (e |= 0) >> 2], n >>> 0 > a[e >> 2] - i >>> 0 && (Xe(e, i, n), i = a[e + 8 >> 2]), i = a[e + 4 >> 2] + i | 0, t >>> 0 < 128 ? r[0 | i] = t : (l = 63 & t | -128, s = t >>> 6 | 0, t >>> 0 < 2048 ? (r[i + 1 | 0] = l, r[0 | i] = 192 | s) : (u = t >>> 12 | 0, s = 63 & s | -128, t >>> 0 > 65535 ? (r[i + 3 | 0] = l, r[i + 2 | 0] = s, r[i + 1 | 0] = 63 & u | -128, r[0 | i] = t >>> 18 | -16) : (r[i + 2 | 0] = l, r[i + 1 | 0] = s, r[0 | i] = 224 | u))), a[e + 8 >> 2] = n + o, 0;
        }, function (e, t, r) {
          return 0 | Er(e |= 0, 68140, t |= 0, r |= 0);
        }, function (e, t) {
          return 0 | Ue(t |= 0, a[(e |= 0) >> 2], a[e + 4 >> 2]);
        }, function (e, t) {
          var r, n;
          e |= 0, r = a[4 + (t |= 0) >> 2], n = a[t >> 2], (t = en(8, 4)) || (Yt(4, 8), ei()), a[t + 4 >> 2] = r, a[t >> 2] = n, a[e + 4 >> 2] = 68252, a[e >> 2] = t;
        }, function (e, t) {
          t |= 0, a[4 + (e |= 0) >> 2] = 68252, a[e >> 2] = t;
        }, function (e, t) {
          var r;
          e |= 0, r = a[4 + (t |= 0) >> 2], a[e >> 2] = a[t >> 2], a[e + 4 >> 2] = r;
        }, function (e) {
          var t;
          (0 | (t = a[(e |= 0) >> 2])) > 0 && kt(a[e + 4 >> 2], t, 1);
        }, function (e, t) {
          return t |= 0, -2147483648 == a[(e |= 0) >> 2] ? (e = a[a[e + 12 >> 2] >> 2], e = Er(a[t >> 2], a[t + 4 >> 2], a[e >> 2], a[e + 4 >> 2])) : e = Ue(t, a[e + 4 >> 2], a[e + 8 >> 2]), 0 | e;
        }, function (e, t) {
          e |= 0;
          var r,
            n = 0,
            o = 0,
            i = 0;
          ne = r = ne - 48 | 0, -2147483648 == a[(t |= 0) >> 2] && (n = a[t + 12 >> 2], a[r + 44 >> 2] = 0, a[r + 36 >> 2] = 0, a[r + 40 >> 2] = 1, n = a[n >> 2], Er(r + 36 | 0, 68140, a[n >> 2], a[n + 4 >> 2]), o = a[r + 44 >> 2], a[r + 32 >> 2] = o, i = a[r + 40 >> 2], n = a[r + 36 >> 2], a[r + 24 >> 2] = n, a[r + 28 >> 2] = i, a[t + 8 >> 2] = o, a[t >> 2] = n, a[t + 4 >> 2] = i), n = a[t + 8 >> 2], a[t + 8 >> 2] = 0, i = a[t >> 2], o = a[t + 4 >> 2], a[t >> 2] = 0, a[t + 4 >> 2] = 1, a[r + 16 >> 2] = n, a[r + 8 >> 2] = i, a[r + 12 >> 2] = o, (t = en(12, 4)) || (Yt(4, 12), ei()), a[t + 8 >> 2] = a[r + 16 >> 2], n = a[r + 12 >> 2], a[t >> 2] = a[r + 8 >> 2], a[t + 4 >> 2] = n, a[e + 4 >> 2] = 68268, a[e >> 2] = t, ne = r + 48 | 0;
        }, function (e, t) {
          e |= 0;
          var r,
            n = 0,
            o = 0,
            i = 0;
          ne = r = ne - 32 | 0, -2147483648 == a[(t |= 0) >> 2] && (n = a[t + 12 >> 2], a[r + 28 >> 2] = 0, a[r + 20 >> 2] = 0, a[r + 24 >> 2] = 1, n = a[n >> 2], Er(r + 20 | 0, 68140, a[n >> 2], a[n + 4 >> 2]), o = a[r + 28 >> 2], a[r + 16 >> 2] = o, n = a[r + 24 >> 2], i = a[r + 20 >> 2], a[r + 8 >> 2] = i, a[r + 12 >> 2] = n, a[t + 8 >> 2] = o, a[t >> 2] = i, a[t + 4 >> 2] = n), a[e + 4 >> 2] = 68268, a[e >> 2] = t, ne = r + 32 | 0;
        }, function (e, t) {
          a[(e |= 0) >> 2] = 0;
        }, function (e, t) {
          e |= 0, t |= 0, t = a[17058], a[e + 8 >> 2] = a[17057], a[e + 12 >> 2] = t, t = a[17056], a[e >> 2] = a[17055], a[e + 4 >> 2] = t;
        }, function (e, t) {
          e |= 0, t |= 0, t = a[17062], a[e + 8 >> 2] = a[17061], a[e + 12 >> 2] = t, t = a[17060], a[e >> 2] = a[17059], a[e + 4 >> 2] = t;
        }, function (e, t) {
          t |= 0;
          var n,
            s = 0,
            l = 0,
            c = 0,
            f = 0,
            p = 0,
            d = 0,
            h = 0,
            b = 0,
            y = 0,
            v = 0,
            g = 0;
          if (ne = n = ne - 16 | 0, l = 10, (e = f = a[(e |= 0) >> 2]) >>> 0 >= 1e3) for (; p = (s = (n + 6 | 0) + l | 0) - 4 | 0, h = (c = e) - u(e = (e >>> 0) / 1e4 | 0, 1e4) | 0, d = o[68320 + (d = (b = ((65535 & h) >>> 0) / 100 | 0) << 1) | 0] | o[d + 68321 | 0] << 8, r[0 | p] = d, r[p + 1 | 0] = d >>> 8, s = s - 2 | 0, p = (h - u(b, 100) & 65535) << 1, p = o[p + 68320 | 0] | o[p + 68321 | 0] << 8, r[0 | s] = p, r[s + 1 | 0] = p >>> 8, l = l - 4 | 0, c >>> 0 > 9999999;);
          e >>> 0 > 9 && (c = (l = l - 2 | 0) + (n + 6 | 0) | 0, s = ((s = e) - u(e = ((65535 & e) >>> 0) / 100 | 0, 100) & 65535) << 1, s = o[s + 68320 | 0] | o[s + 68321 | 0] << 8, r[0 | c] = s, r[c + 1 | 0] = s >>> 8), !f | e && (r[(l = l - 1 | 0) + (n + 6 | 0) | 0] = o[68321 + (e << 1) | 0]), p = (n + 6 | 0) + l | 0, f = 0, h = (e = 2097152 & (s = a[t + 8 >> 2])) ? 43 : 1114112, b = !!(8388608 & s);
          e: if ((c = i[t + 12 >> 1]) >>> 0 <= (y = (d = 10 - l | 0) + (e >>> 21 | 0) | 0) >>> 0) {
            if (l = 1, xr(e = a[t >> 2], t = a[t + 4 >> 2], h, b)) break e;
            l = 0 | fn[a[t + 12 >> 2]](e, p, d);
          } else {
            if (16777216 & s) {
              if (g = a[t + 12 >> 2], e = a[t + 8 >> 2], a[t + 8 >> 2] = -1612709888 & e | 536870960, l = 1, xr(s = a[t >> 2], v = a[t + 4 >> 2], h, b)) break e;
              for (c = c - y & 65535;;) {
                if (c >>> 0 > (65535 & f) >>> 0) {
                  if (f = f + 1 | 0, !(0 | fn[a[v + 16 >> 2]](s, 48))) continue;
                  break e;
                }
                break;
              }
              if (0 | fn[a[v + 12 >> 2]](s, p, d)) break e;
              a[t + 8 >> 2] = e, a[t + 12 >> 2] = g, l = 0;
              break e;
            }
            c = c - y | 0, e = 0;
            t: {
              r: switch ((s >>> 29 & 3) - 1 | 0) {
                case 1:
                  e = (65534 & c) >>> 1 | 0;
                  break t;
                case 0:
                case 2:
                  break r;
                default:
                  break t;
              }
              e = c;
            }
            for (y = 2097151 & s, s = a[t + 4 >> 2], t = a[t >> 2];;) {
              if ((65535 & f) >>> 0 < (65535 & e) >>> 0) {
                if (l = 1, f = f + 1 | 0, !(0 | fn[a[s + 16 >> 2]](t, y))) continue;
                break e;
              }
              break;
            }
            if (l = 1, xr(t, s, h, b) || 0 | fn[a[s + 12 >> 2]](t, p, d)) break e;
            for (f = 0, e = c - e & 65535;;) {
              if (l = (c = 65535 & f) >>> 0 < e >>> 0, e >>> 0 <= c >>> 0) break e;
              if (f = f + 1 | 0, 0 | fn[a[s + 16 >> 2]](t, y)) break;
            }
          }
          return ne = n + 16 | 0, 0 | l;
        }, function (e, t) {
          return 0 | Zr(t |= 0, 68552, 24);
        }, function (e, t) {
          return 0 | Zr(t |= 0, 68520, 32);
        }];
        function pn() {
          return t.byteLength >> 16;
        }
        function dn(e) {
          e |= 0;
          var u = 0 | pn(),
            c = u + e | 0;
          if (u < c && c < 65536) {
            var f = new ArrayBuffer(c << 16);
            new Int8Array(f).set(r), r = new Int8Array(f), n = new Int16Array(f), a = new Int32Array(f), o = new Uint8Array(f), i = new Uint16Array(f), s = new Uint32Array(f), new Float32Array(f), l = new Float64Array(f), t = f, Xo = o;
          }
          return u;
        }
        return {
          O: Object.create(Object.prototype, {
            grow: {
              value: dn
            },
            buffer: {
              get: function () {
                return t;
              }
            }
          }),
          P: function (e) {
            e |= 0;
            var t,
              n,
              o,
              i = 0,
              s = 0,
              l = 0,
              u = 0;
            ne = t = ne - 368 | 0, a[t + 12 >> 2] = e, i = $t(t + 12 | 0, 66957, 3), a[t + 32 >> 2] = i, Ve(t + 48 | 0, t + 32 | 0), -2147483648 == a[t + 48 >> 2] ? (a[t + 24 >> 2] = 0, a[t + 16 >> 2] = 0, a[t + 20 >> 2] = 1) : (a[t + 24 >> 2] = a[t + 56 >> 2], s = a[t + 52 >> 2], a[t + 16 >> 2] = a[t + 48 >> 2], a[t + 20 >> 2] = s), i >>> 0 >= 1028 && v(0 | i), n = t + 48 | 0, i = 0, ne = o = ne - 112 | 0, Vr(o, s = a[t + 20 >> 2], l = a[t + 24 >> 2]), Je(o + 88 | 0, s, l), u = 1;
            e: if (-2147483648 != a[o >> 2]) {
              if ($e(o + 100 | 0, o), s = 0, -2147483648 == (0 | (l = a[o + 100 >> 2]))) break e;
              u = a[o + 104 >> 2], i = l, s = a[o + 108 >> 2];
            } else s = 0;
            return a[n + 296 >> 2] = a[o + 96 >> 2], l = a[o + 92 >> 2], a[n + 288 >> 2] = a[o + 88 >> 2], a[n + 292 >> 2] = l, a[n + 308 >> 2] = s, a[n + 304 >> 2] = u, a[n + 300 >> 2] = i, nn(n + 184 | 0, o, 88), a[n + 312 >> 2] = 0, a[n >> 2] = 3, a[n + 4 >> 2] = 0, r[n + 316 | 0] = 0, a[n + 272 >> 2] = -2147483647, ne = o + 112 | 0, nn(i = Ht(8, 328), n, 320), a[i + 320 >> 2] = 1, a[t + 40 >> 2] = 67136, a[t + 36 >> 2] = i, a[t + 32 >> 2] = -2147483647, qe(n, t + 12 | 0), i = hr(t + 32 | 0, n), vr(t + 16 | 0), e >>> 0 >= 1028 && v(0 | e), ne = t + 368 | 0, 0 | i;
          },
          Q: function (e, t) {
            e |= 0, t |= 0;
            var s,
              l,
              u,
              c,
              f,
              p,
              d = 0,
              h = 0,
              b = 0,
              y = 0,
              g = 0,
              m = 0,
              w = 0,
              k = 0,
              A = 0,
              _ = 0,
              S = 0,
              U = 0,
              x = 0,
              E = 0,
              O = 0,
              j = 0,
              T = 0,
              P = 0,
              R = 0;
            if (ne = s = ne - 512 | 0, a[s + 12 >> 2] = t, a[s + 8 >> 2] = e, He(h = s + 16 | 0, d = s + 12 | 0, 66734, 5), He(l = h + 12 | 0, d, 67004, 7), He(u = s + 40 | 0, d, 67011, 12), He(c = s + 52 | 0, d, 67023, 8), He(f = s - -64 | 0, d, 67031, 8), He(p = s + 76 | 0, d, 67039, 8), dr(s + 108 | 0, s + 8 | 0), -2147483647 == a[s + 108 >> 2]) {
              A = a[s + 112 >> 2], a[s + 124 >> 2] = A, a[s + 156 >> 2] = 0, a[s + 148 >> 2] = 0, a[s + 152 >> 2] = 1, b = s + 192 | 0, S = s + 124 | 0, m = 1, ne = d = ne - 96 | 0, g = 5, Rt(d + 72 | 0, h, 5, 67580, 2);
              e: {
                t: {
                  if (2 != (0 | (w = a[d + 72 >> 2]))) {
                    if (!w) break t;
                    if (U = a[d + 76 >> 2], 1 != o[a[S >> 2] + 56 | 0] && U) {
                      y = 13;
                      break t;
                    }
                    if (Rt(y = d + 72 | 0, h + 12 | 0, 6, 67596, 2), 2 != (0 | (x = a[d + 72 >> 2])) && (P = a[d + 76 >> 2], Rt(y, h + 24 | 0, 7, 67612, 2), 2 != (0 | (E = a[d + 72 >> 2]))) && (R = a[d + 76 >> 2], Rt(y, h + 36 | 0, 8, 67628, 1), 2 != (0 | (O = a[d + 72 >> 2])))) {
                      w = a[S >> 2], er(d + 32 | 0, a[w + 36 >> 2], a[w + 40 >> 2]), y = 1, g = 9, j = a[d + 36 >> 2], T = a[d + 32 >> 2];
                      r: {
                        n: switch (_ = a[h + 48 >> 2], ((0 | _) >= 0 ? 1 : -2147483648 ^ _) - 1 | 0) {
                          case 1:
                          case 2:
                            break t;
                          case 0:
                            break n;
                          default:
                            break r;
                        }
                        k = a[h + 56 >> 2], m = a[h + 52 >> 2];
                      }
                      if (tr(d + 24 | 0, m, k), _ = a[d + 24 >> 2], y = a[d + 28 >> 2], tr(d + 16 | 0, a[w + 36 >> 2], a[w + 40 >> 2]), (0 | y) != a[d + 20 >> 2] || Pt(_, a[d + 16 >> 2], y)) {
                        y = 0;
                        r: {
                          for (;;) {
                            if ((0 | y) == (0 | k)) break r;
                            if (w = y + m | 0, y = y + 1 | 0, !(o[0 | w] >= 33)) break;
                          }
                          y = 12;
                          break t;
                        }
                        if (k && (y = 8, !T || (er(d + 8 | 0, m, k), !(w = a[d + 8 >> 2]) | a[d + 12 >> 2] != (0 | j)) || Pt(w, T, j)) || (Je(d + 72 | 0, m, k), y = o[d + 77 | 0], g = o[d + 76 | 0], -2147483648 == (0 | (m = a[d + 72 >> 2])))) break t;
                      } else a[d + 76 >> 2] = 1, a[d + 80 >> 2] = 0, y = 0, g = 1, m = 0;
                      n[d + 70 >> 1] = i[d + 82 >> 1], k = i[d + 78 >> 1] | i[d + 80 >> 1] << 16, n[d + 66 >> 1] = k, n[d + 68 >> 1] = k >>> 16, r[d + 65 | 0] = y, r[d + 64 | 0] = g, a[d + 60 >> 2] = m, g = 0, y = 1;
                      r: {
                        n: {
                          a: switch (m = a[h + 60 >> 2], m = (0 | m) >= 0 ? 1 : -2147483648 ^ m, m - 1 | 0) {
                            case 0:
                              break a;
                            case 1:
                            case 2:
                              break n;
                            default:
                              break r;
                          }
                          for (m = a[h + 68 >> 2], y = a[h + 64 >> 2];;) {
                            if ((0 | g) == (0 | m)) break r;
                            if (h = y + g | 0, g = g + 1 | 0, !(o[0 | h] > 31)) break;
                          }
                          y = 12;
                        }
                        vr(d + 60 | 0), g = 10;
                        break t;
                      }
                      if (Je(d + 84 | 0, y, m), a[d + 80 >> 2] = a[d + 68 >> 2], y = a[d + 64 >> 2], h = a[d + 60 >> 2], a[d + 72 >> 2] = h, a[d + 76 >> 2] = y, y = i[d + 90 >> 1] | i[d + 92 >> 1] << 16, a[d + 48 >> 2] = i[d + 86 >> 1] | i[d + 88 >> 1] << 16, a[d + 52 >> 2] = y, n[d + 56 >> 1] = i[d + 94 >> 1], y = i[d + 82 >> 1] | i[d + 84 >> 1] << 16, a[d + 40 >> 2] = i[d + 78 >> 1] | i[d + 80 >> 1] << 16, a[d + 44 >> 2] = y, g = o[d + 76 | 0], y = o[d + 77 | 0], -2147483648 == (0 | h)) break t;
                      r[b + 5 | 0] = y, r[b + 4 | 0] = g, a[b >> 2] = h, h = a[d + 44 >> 2], y = a[d + 40 >> 2], n[b + 6 >> 1] = y, n[b + 8 >> 1] = y >>> 16, n[b + 10 >> 1] = h, n[b + 12 >> 1] = h >>> 16, h = a[d + 52 >> 2], y = a[d + 48 >> 2], n[b + 14 >> 1] = y, n[b + 16 >> 1] = y >>> 16, n[b + 18 >> 1] = h, n[b + 20 >> 1] = h >>> 16, n[b + 22 >> 1] = i[d + 56 >> 1], r[b + 26 | 0] = 1 == (0 | R) & E, r[b + 25 | 0] = 1 == (0 | P) & x, r[b + 27 | 0] = !!(0 | O), r[b + 24 | 0] = !!(0 | U);
                      break e;
                    }
                  }
                  y = o[d + 77 | 0], g = o[d + 76 | 0];
                }
                r[b + 18 | 0] = 2, n[b + 16 >> 1] = 0, a[b >> 2] = -2147483648, a[b + 4 >> 2] = -2147483648, r[b + 19 | 0] = (g << 4) + y;
              }
              ne = d + 96 | 0, h = a[s + 200 >> 2], a[s + 128 >> 2] = a[s + 196 >> 2], a[s + 132 >> 2] = h, h = a[s + 208 >> 2], a[s + 136 >> 2] = a[s + 204 >> 2], a[s + 140 >> 2] = h, -2147483648 != (0 | (h = a[s + 192 >> 2])) ? (a[s + 160 >> 2] = h, h = a[s + 132 >> 2], a[s + 164 >> 2] = a[s + 128 >> 2], a[s + 168 >> 2] = h, h = a[s + 140 >> 2], a[s + 172 >> 2] = a[s + 136 >> 2], a[s + 176 >> 2] = h, h = a[s + 216 >> 2], a[s + 180 >> 2] = a[s + 212 >> 2], a[s + 184 >> 2] = h, vr(s + 148 | 0), h = s + 160 | 0, d = a[S >> 2], y = a[d >> 2] + 1 | 0, a[d >> 2] = y, y || ei(), y = o[h + 25 | 0], an(g = Ht(1, 48)), a[b + 304 >> 2] = d, r[b + 318 | 0] = 0, a[b + 308 >> 2] = g, r[b + 316 | 0] = y, a[b + 248 >> 2] = 0, a[b + 252 >> 2] = 0, a[b + 312 >> 2] = 0, a[b + 224 >> 2] = 0, a[b + 216 >> 2] = 0, a[b + 220 >> 2] = 0, a[b >> 2] = 0, a[b + 4 >> 2] = 0, a[b + 16 >> 2] = 0, a[b + 20 >> 2] = 0, a[b + 24 >> 2] = 0, a[b + 28 >> 2] = 0, d = a[h + 4 >> 2], a[b + 276 >> 2] = a[h >> 2], a[b + 280 >> 2] = d, d = a[h + 12 >> 2], a[b + 284 >> 2] = a[h + 8 >> 2], a[b + 288 >> 2] = d, d = a[h + 20 >> 2], a[b + 292 >> 2] = a[h + 16 >> 2], a[b + 296 >> 2] = d, a[b + 300 >> 2] = a[h + 24 >> 2], a[b + 236 >> 2] = -2147483648, a[b + 228 >> 2] = 4, a[b + 232 >> 2] = 0, a[b + 32 >> 2] = 3, a[b + 36 >> 2] = 0, r[b + 317 | 0] = 0, a[b + 256 >> 2] = 2, nn(h = Ht(8, 328), b, 320), a[h + 320 >> 2] = 1, d = a[A >> 2] - 1 | 0, a[A >> 2] = d, a[s + 96 >> 2] = 67120, a[s + 92 >> 2] = h, a[s + 88 >> 2] = -2147483647) : (h = a[s + 132 >> 2], a[s + 88 >> 2] = a[s + 128 >> 2], a[s + 92 >> 2] = h, h = a[s + 140 >> 2], a[s + 96 >> 2] = a[s + 136 >> 2], a[s + 100 >> 2] = h, vr(s + 148 | 0), d = a[A >> 2] - 1 | 0, a[A >> 2] = d), d || nt(s + 124 | 0);
            } else h = a[s + 120 >> 2], a[s + 96 >> 2] = a[s + 116 >> 2], a[s + 100 >> 2] = h, h = a[s + 112 >> 2], a[s + 88 >> 2] = a[s + 108 >> 2], a[s + 92 >> 2] = h;
            return d = $t(s + 12 | 0, 67047, 8), a[s + 160 >> 2] = d, Ve(s + 192 | 0, s + 160 | 0), h = -2147483648 == (0 | (b = a[s + 192 >> 2])), y = a[s + 200 >> 2], g = a[s + 196 >> 2], d >>> 0 >= 1028 && v(0 | d), (d = $t(s + 12 | 0, 67055, 5)) >>> 0 >= 1028 && v(0 | d), qe(s + 192 | 0, s + 12 | 0), a[s + 116 >> 2] = h ? 0 : y, a[s + 112 >> 2] = h ? 1 : g, a[s + 108 >> 2] = h ? 0 : b, 2 == a[s + 192 >> 2] ? (a[s + 160 >> 2] = 2, vr(s + 108 | 0)) : (a[s + 136 >> 2] = a[s + 116 >> 2], h = a[s + 112 >> 2], a[s + 128 >> 2] = a[s + 108 >> 2], a[s + 132 >> 2] = h, vr(s + 128 | 0), h = a[s + 196 >> 2], a[s + 160 >> 2] = a[s + 192 >> 2], a[s + 164 >> 2] = h, h = a[s + 204 >> 2], a[s + 168 >> 2] = a[s + 200 >> 2], a[s + 172 >> 2] = h, h = a[s + 212 >> 2], a[s + 176 >> 2] = a[s + 208 >> 2], a[s + 180 >> 2] = h, a[s + 184 >> 2] = a[s + 216 >> 2]), h = hr(s + 88 | 0, s + 160 | 0), ce(s + 16 | 0), ce(l), ce(u), ce(c), ce(f), ce(p), t >>> 0 >= 1028 && v(0 | t), e >>> 0 >= 1028 && v(0 | e), ne = s + 512 | 0, 0 | h;
          },
          R: function (e, t, n) {
            e |= 0, t |= 0, n |= 0;
            var o,
              i = 0,
              s = 0,
              u = 0,
              c = 0,
              p = 0,
              y = 0,
              g = 0;
            if (ne = o = ne - 128 | 0, a[o + 8 >> 2] = t, a[o + 4 >> 2] = e, a[o + 12 >> 2] = n, i = $t(o + 12 | 0, 67245, 7), a[o + 48 >> 2] = i, Ve(o + 72 | 0, o + 48 | 0), c = a[o + 72 >> 2], n = a[o + 76 >> 2], s = a[o + 80 >> 2], i >>> 0 >= 1028 && v(0 | i), Ve(o + 108 | 0, i = o + 8 | 0), -2147483648 == a[o + 108 >> 2] ? dr(o + 32 | 0, i) : (i = a[o + 112 >> 2], a[o + 48 >> 2] = a[o + 108 >> 2], a[o + 52 >> 2] = i, i = a[o + 116 >> 2], a[o + 56 >> 2] = i, i = Xt(a[o + 52 >> 2], i), a[o + 72 >> 2] = -2147483648, a[o + 84 >> 2] = 65536, i ? (a[o + 32 >> 2] = -2147483647, a[o + 36 >> 2] = i, ue(o + 72 | 0)) : (i = a[o + 84 >> 2], a[o + 40 >> 2] = a[o + 80 >> 2], a[o + 44 >> 2] = i, i = a[o + 76 >> 2], a[o + 32 >> 2] = a[o + 72 >> 2], a[o + 36 >> 2] = i), vr(o + 48 | 0)), a[o + 52 >> 2] = n, a[o + 56 >> 2] = s, a[o + 48 >> 2] = c, n = a[o + 32 >> 2], a[o + 64 >> 2] = o + 12, a[o + 60 >> 2] = o + 4, -2147483647 == (0 | n)) {
              u = a[o + 36 >> 2], a[o + 104 >> 2] = u, a[o + 108 >> 2] = e, n = a[o + 52 >> 2], a[o + 112 >> 2] = a[o + 48 >> 2], a[o + 116 >> 2] = n, a[o + 120 >> 2] = a[o + 56 >> 2];
              e: {
                switch (0 | e) {
                  case 1:
                    if (e = $t(o + 12 | 0, 67252, 12), a[o + 72 >> 2] = e, c = xt(o + 72 | 0), e >>> 0 >= 1028 && v(0 | e), e = $t(o + 12 | 0, 67264, 13), a[o + 124 >> 2] = e, ve(o + 72 | 0, o + 124 | 0), (y = (p = l[o + 80 >> 3]) >= 0) & p < 0x10000000000000000 ? (i = ~~p >>> 0, n = f(p) >= 1 ? ~~(p > 0 ? d(h(2.3283064365386963e-10 * p), 4294967295) : b(2.3283064365386963e-10 * (p - +(~~p >>> 0 >>> 0)))) >>> 0 : 0) : (i = 0, n = 0), g = a[o + 72 >> 2], e >>> 0 >= 1028 && v(0 | e), e = a[u >> 2] + 1 | 0, a[u >> 2] = e, e) {
                      e = Ht(8, 128), a[e >> 2] = 4, a[e + 4 >> 2] = 0, s = p > 0xfffffffffffff800, a[e + 80 >> 2] = g ? s ? -1 : y ? i : 0 : 0, a[e + 84 >> 2] = g ? s ? -1 : y ? n : 0 : 0, a[e + 120 >> 2] = 2, r[e + 112 | 0] = 0, a[e + 108 >> 2] = 0, a[e + 104 >> 2] = u, r[e + 100 | 0] = 1 ^ c, n = a[o + 52 >> 2], a[e + 88 >> 2] = a[o + 48 >> 2], a[e + 92 >> 2] = n, a[e + 96 >> 2] = a[o + 56 >> 2], i = 67152;
                      break e;
                    }
                    ei();
                  case 0:
                    if (e = a[u >> 2] + 1 | 0, a[u >> 2] = e, e || ei(), e = Ht(4, 8), a[e + 4 >> 2] = 3, a[e >> 2] = u, i = 67168, -2147483648 == a[o + 112 >> 2]) break e;
                    vr(o + 112 | 0);
                    break e;
                }
                -2147483648 == a[o + 112 >> 2] ? (e = a[u >> 2] + 1 | 0, a[u >> 2] = e, e ? (e = Ht(4, 28), a[e + 24 >> 2] = 4, r[e + 20 | 0] = 0, a[e + 16 >> 2] = 0, a[e + 12 >> 2] = u, a[e >> 2] = -2147483648) : ei(), i = 67184) : (c = o + 72 | 0, e = o + 48 | 0, ne = s = ne - 32 | 0, i = a[o + 104 >> 2], n = a[i >> 2] + 1 | 0, a[i >> 2] = n, n || ei(), a[c + 12 >> 2] = i, r[c + 20 | 0] = 0, a[c + 16 >> 2] = 0, n = a[e + 4 >> 2], a[c >> 2] = a[e >> 2], a[c + 4 >> 2] = n, a[c + 8 >> 2] = a[e + 8 >> 2], r[s + 28 | 0] = 0, a[s + 24 >> 2] = 0, a[s + 8 >> 2] = -2147483648, a[s + 20 >> 2] = i, ue(s + 8 | 0), ne = s + 32 | 0, e = Ht(4, 28), a[e + 24 >> 2] = 4, n = a[o + 92 >> 2], a[e + 16 >> 2] = a[o + 88 >> 2], a[e + 20 >> 2] = n, n = a[o + 84 >> 2], a[e + 8 >> 2] = a[o + 80 >> 2], a[e + 12 >> 2] = n, n = a[o + 76 >> 2], a[e >> 2] = a[o + 72 >> 2], a[e + 4 >> 2] = n, i = 67184);
              }
              n = a[u >> 2] - 1 | 0, a[u >> 2] = n, n || nt(o + 104 | 0), a[o + 24 >> 2] = i, a[o + 20 >> 2] = e, a[o + 16 >> 2] = -2147483647;
            } else e = a[o + 44 >> 2], a[o + 24 >> 2] = a[o + 40 >> 2], a[o + 28 >> 2] = e, e = a[o + 36 >> 2], a[o + 16 >> 2] = a[o + 32 >> 2], a[o + 20 >> 2] = e, ue(o + 48 | 0);
            return qe(e = o + 72 | 0, o + 12 | 0), n = hr(o + 16 | 0, e), (e = a[o + 12 >> 2]) >>> 0 >= 1028 && v(0 | e), t >>> 0 >= 1028 && v(0 | t), ne = o + 128 | 0, 0 | n;
          },
          S: Ce,
          T: Be,
          U: function (e, t) {
            var r;
            return e |= 0, 1 != (0 | ln(t |= 0)) && ei(), (r = -2147483648 - t >>> 0 >= e >>> 0 ? t : 0) || ei(), e && ((t = en(e, r)) || ei()), 0 | t;
          },
          V: function (e) {
            e |= 0, a[17182] = 1, a[17183] = e;
          },
          W: function (e, t) {
            t |= 0;
            var r = 0;
            (e |= 0) && ((r = a[t >> 2]) && fn[0 | r](e), (r = a[t + 4 >> 2]) && kt(e, r, a[t + 8 >> 2]));
          }
        };
      }(e);
    });
    return function ti(_x80) {
      return _ref58.apply(this, arguments);
    };
  }();
  rr(), er(), nr(), rr(), ar(), er(), rr(), er(), rr();
  var ri = e => {
      if (null != e && e.aborted) throw ai(e);
    },
    ni = (e, t) => t ? new Promise((r, n) => {
      var a = () => n(ai(t));
      t.aborted && a(), t.addEventListener("abort", a), e.finally(() => t.removeEventListener("abort", a)).then(r, n);
    }) : e,
    ai = e => new z("aborted", {
      cause: e.reason
    }),
    oi = /*#__PURE__*/function () {
      var _ref59 = _asyncToGenerator(function* (e, t, r) {
        var n;
        ri(e);
        var a = new AbortController(),
          o = {
            isLate: false
          },
          i = () => a.abort(null == e ? undefined : e.reason),
          s = setTimeout(() => {
            o.isLate = true, i();
          }, 3e4);
        null == e || e.addEventListener("abort", i);
        var l = r && e && (null == (n = AbortSignal.any) ? undefined : n.call(AbortSignal, [e, a.signal])),
          u = l || !r;
        try {
          return yield ni(t(l || a.signal), a.signal);
        } catch (t) {
          throw u = true, ri(e), o.isLate ? new z("timeout") : M(t) ? t : new z("network", {
            cause: t
          });
        } finally {
          clearTimeout(s), u && (null == e || e.removeEventListener("abort", i));
        }
      });
      return function oi(_x81, _x82, _x83) {
        return _ref59.apply(this, arguments);
      };
    }(),
    ii = ({
      token: e,
      expire: r
    }, n, a = [], o) => (i, s = {}, l) => {
      var u;
      return oi(null != (u = s.signal) ? u : null == i ? undefined : i.signal, /*#__PURE__*/function () {
        var _ref60 = _asyncToGenerator(function* (u) {
          var c = i instanceof t ? i : undefined,
            _si = si(c ? c.url : i, n, a),
            _si2 = _slicedToArray(_si, 2),
            f = _si2[0],
            p = _si2[1];
          if (!f) throw yield null == o ? undefined : o(), ui("input is neither under baseUrl nor of the origins.");
          var d = s.body instanceof P,
            h = ci(li(null != c ? c : f, s), d, u);
          if (l) return h();
          var b = yield e({
              signal: u
            }),
            y = yield h(b);
          if (401 !== y.status) return y;
          fi(y);
          var v = yield e({
            signal: u,
            refused: b
          });
          if (d) throw new z("body_used");
          return y = yield h(v), 401 === y.status && p ? (fi(y), r(v)) : y;
        });
        return function (_x84) {
          return _ref60.apply(this, arguments);
        };
      }(), true);
    },
    si = (e, t, r) => {
      try {
        var _n7 = new b(t.replace(/\/?$/, "/")),
          _a8 = new b(e, _n7),
          _o3 = Y(_n7, _a8);
        if (_o3 || r.some(e => new b(e).origin === _a8.origin)) return [_a8, _o3];
      } catch (e) {}
      return [];
    },
    li = (e, r) => {
      try {
        return new t(e, Mt(Mt({}, r), q));
      } catch (e) {
        throw ui(`init cannot be used: ${e}`, e);
      }
    },
    ui = (e, t) => new z("option_invalid", {
      message: e,
      cause: t
    }),
    ci = (t, r, n) => {
      var a = I.now() + 3e4,
        o = /^(GET|HEAD)$/.test(t.method) ? 500 : 1 / 0;
      return /*#__PURE__*/function () {
        var _ref61 = _asyncToGenerator(function* (i) {
          var _loop2 = function* () {
              var s = r ? t : t.clone();
              i && s.headers.set("Authorization", `Bearer ${i}`);
              var l,
                u = yield e(s, Dt(Mt({}, q), {
                  signal: n
                })).catch(e => {
                  l = e;
                }),
                c = Math.max(pi(u), o * (1 + Math.random() / 2));
              if (u && 429 !== u.status && 503 !== u.status || o > 1e3 || I.now() + c > a) {
                if (u) return {
                  v: u
                };
                throw l;
              }
              fi(u), o *= 2, yield ni(new Promise(e => setTimeout(e, c)), n);
            },
            _ret;
          for (;;) {
            _ret = yield* _loop2();
            if (_ret) return _ret.v;
          }
        });
        return function (_x85) {
          return _ref61.apply(this, arguments);
        };
      }();
    },
    fi = e => {
      var t;
      null == (t = null == e ? undefined : e.body) || t.cancel().catch(() => {});
    },
    pi = e => {
      var t = null == e ? undefined : e.headers.get("Retry-After");
      return t && (1e3 * +t || Date.parse(t) - Date.now()) || 0;
    };
  er(), er(), rr();
  var di,
    hi,
    bi = undefined !== c,
    yi = (e, t, r) => {
      var n = {};
      var _loop3 = function (_o4) {
        n[_a9] = "function" != typeof _o4 ? _o4 : (...e) => {
          if (!t()) try {
            return _o4(...e);
          } catch (e) {
            throw r(e), e;
          }
        };
      };
      for (var _ref62 of Object.entries(e)) {
        var _ref63 = _slicedToArray(_ref62, 2);
        var _a9 = _ref63[0];
        var _o4 = _ref63[1];
        _loop3(_o4);
      }
      return n;
    },
    vi = (e, t) => {
      var r = ((e, t) => {
        if (!bi) throw new z("unsupported");
        return ri(t), null != di ? di : ni((e => (null != hi || (hi = function () {
          var _ref64 = _asyncToGenerator(function* (e) {
            var t,
              r = new Set(),
              n = function () {
                function e(e, r, n) {
                  return l(u.T(e, r, t(n)));
                }
                function t(e) {
                  var t;
                  var r = null != (t = i.pop()) ? t : o.length;
                  return o[r] = e, r;
                }
                function r(e, t) {
                  return new Uint8Array(u.O.buffer, e, t);
                }
                function n(e, t) {
                  return function (e) {
                    var t = "";
                    for (var _r1 = 0; _r1 < e.length;) {
                      var _n8 = e[_r1++],
                        _a0 = _n8 < 128 ? 0 : _n8 < 224 ? 1 : _n8 < 240 ? 2 : 3,
                        _o5 = _a0 ? _n8 & 63 >> _a0 : _n8;
                      for (var _t10 = _r1 + _a0; _r1 < _t10; _r1++) _o5 = _o5 << 6 | 63 & e[_r1];
                      t += String.fromCodePoint(_o5);
                    }
                    return t;
                  }(r(e, t));
                }
                function a(e) {
                  return o[e];
                }
                var o = new Array(1024);
                o.push(undefined, null, true, false);
                var i = [];
                function s(e) {
                  return null == e;
                }
                function l(e) {
                  var t = a(e);
                  return function (e) {
                    e < 1028 || (o[e] = undefined, i.push(e));
                  }(e), t;
                }
                var u,
                  c = 0;
                return {
                  __wbg_set_wasm: function (e) {
                    u = e;
                  },
                  handleRedirect: function (e) {
                    return l(u.P(t(e)));
                  },
                  login: function (e, r) {
                    return l(u.Q(t(e), t(r)));
                  },
                  session: function (e, r, n) {
                    var a = +e;
                    return l(u.R(a, t(r), t(n)));
                  },
                  imports: {
                    a: Mt({
                      r: function () {
                        return t({});
                      },
                      M: function (e) {
                        return t(e);
                      },
                      E: function (e) {
                        return !a(e);
                      },
                      x: function (e) {
                        return Array.isArray(a(e));
                      },
                      v: function (e) {
                        return t(Array.of(a(e)));
                      },
                      y: function (e) {
                        return t(Promise.reject(a(e)));
                      },
                      D: function (e) {
                        return null === a(e);
                      },
                      J: function (e) {
                        return undefined === a(e);
                      },
                      c: function (e) {
                        return a(e).length;
                      },
                      k: function (e) {
                        var r = function (e) {
                          return Promise.resolve(e).then(e => [e], () => {});
                        }(a(e));
                        return t(r);
                      },
                      I: function (e) {
                        return "function" == typeof a(e);
                      },
                      H: function (e) {
                        var t = a(e);
                        return "boolean" == typeof t ? t : 16777215;
                      },
                      F: function (e) {
                        var t = a(e);
                        return "object" == typeof t && null !== t;
                      },
                      K: function (e) {
                        return a(e)._wbg_cb_unref();
                      },
                      a: function (e) {
                        l(e);
                      },
                      L: function (r, n) {
                        return t(function (e, t, r) {
                          var n = {
                              a: e,
                              b: t,
                              cnt: 1
                            },
                            a = (...e) => {
                              n.cnt++;
                              var t = n.a;
                              n.a = 0;
                              try {
                                return r(t, n.b, ...e);
                              } finally {
                                n.a = t, a._wbg_cb_unref();
                              }
                            };
                          return a._wbg_cb_unref = () => {
                            0 === --n.cnt && (u.W(n.a, n.b), n.a = 0);
                          }, a;
                        }(r, n, e));
                      },
                      N: function (e, r) {
                        return t(n(e, r));
                      },
                      B: function (e, t) {
                        var r = a(t),
                          n = "number" == typeof r ? r : undefined;
                        new Float64Array(u.O.buffer, e + 8).set([n]), new Int32Array(u.O.buffer, e).set([!s(n)]);
                      },
                      G: function (e, t) {
                        var n = a(t);
                        return function (e, t) {
                          var n = s(t) ? 0 : function (e) {
                            var t = function (e) {
                                var t = [];
                                for (var _r10 of e) {
                                  var _e6 = _r10.codePointAt(0),
                                    _n9 = _e6 >= 55296 && _e6 < 57344 ? 65533 : _e6;
                                  _n9 < 128 ? t.push(_n9) : _n9 < 2048 ? t.push(192 | _n9 >> 6, qo(_n9)) : _n9 < 65536 ? t.push(224 | _n9 >> 12, qo(_n9 >> 6), qo(_n9)) : t.push(240 | _n9 >> 18, qo(_n9 >> 12), qo(_n9 >> 6), qo(_n9));
                                }
                                return new Uint8Array(t);
                              }(e),
                              n = u.U(c = t.length, 1);
                            return r(n, c).set(t), n;
                          }(t);
                          new Int32Array(u.O.buffer, e).set([n, c]);
                        }(e, "string" == typeof n ? n : undefined);
                      },
                      b: function (e, r) {
                        return t(a(e)[r]);
                      },
                      e: function (e, r) {
                        var n = new Promise((n, a) => function (e, r, n, a) {
                          u.S(e, r, t(n), t(a));
                        }(e, r, n, a));
                        return t(n);
                      },
                      C: function (e, t) {
                        throw new Error(n(e, t));
                      },
                      f: function (e, t, r) {
                        return a(e).then(a(t), a(r));
                      },
                      w: function (e, r, n, o) {
                        return t(Array.of(a(e), a(r), a(n), a(o)));
                      }
                    }, (f = {
                      u: function (e) {
                        return t(JSON.stringify(a(e)));
                      },
                      g: function (e) {
                        return a(e).now();
                      },
                      t: function (e, r) {
                        return t(JSON.parse(n(e, r)));
                      },
                      z: function (e, r) {
                        return t(Reflect.get(a(e), a(r)));
                      },
                      s: function (e, r) {
                        return t(a(e).call(a(r)));
                      },
                      h: function (e, r) {
                        return t(a(e).random(r));
                      },
                      A: function (e, t, r) {
                        return Reflect.set(a(e), a(t), a(r));
                      },
                      d: function (e, r, n) {
                        return t(a(e).call(a(r), a(n)));
                      },
                      o: function (e, r, o) {
                        return t(a(e).keys(n(r, o)));
                      },
                      j: function (e, r, o) {
                        return t(a(e).open(n(r, o)));
                      },
                      i: function (e, t, n) {
                        !function (e, t) {
                          if (e.length !== t.length) throw new RangeError(`${t.length} random octets are needed`);
                          for (var _r11 = 0; _r11 < t.length; _r11++) {
                            var _n0 = e[_r11];
                            if (_n0 !== (255 & _n0)) throw new RangeError("random octets are numbers from 0 to 255");
                            t[_r11] = _n0;
                          }
                        }(a(e), r(t, n));
                      },
                      p: function (e, r, o, i, s) {
                        return t(a(e).lock(n(r, o), i, a(s)));
                      },
                      l: function (e, r, o, i, s) {
                        return t(a(e).read(n(r, o), n(i, s)));
                      },
                      n: function (e, r, o, i, s) {
                        return t(a(e).remove(n(r, o), n(i, s)));
                      },
                      q: function (e, r, o, i, s, l) {
                        return t(a(e).post(n(r, o), a(i), s, a(l)));
                      },
                      m: function (e, r, o, i, s, l, u) {
                        return t(a(e).write(n(r, o), n(i, s), n(l, u)));
                      }
                    }, Object.entries(f).forEach(([e, r]) => {
                      f[e] = (...e) => {
                        try {
                          return r(...e);
                        } catch (e) {
                          u.V(t(e));
                        }
                      };
                    }), f))
                  }
                };
                var f;
              }(),
              a = new AbortController(),
              o = setTimeout(() => a.abort(), 3e4),
              i = yield ni(e(n.imports, a.signal), a.signal).finally(() => clearTimeout(o));
            n.__wbg_set_wasm(yi(i, () => !!t, e => {
              t = W(e), di === s && (di = hi = undefined);
              for (var _e7 of r) _e7(t);
            }));
            var s = Dt(Mt({}, n), {
              run: e => new Promise((n, a) => {
                if (t) return a(t);
                r.add(a), _asyncToGenerator(function* () {
                  return e();
                })().finally(() => r.delete(a)).then(n, e => a(W(e)));
              })
            });
            return di = s, s;
          });
          return function (_x86) {
            return _ref64.apply(this, arguments);
          };
        }()(e).catch(e => {
          throw hi = undefined, new z("load_failed", {
            cause: e
          });
        })), hi))(e), t);
      })(ti, t);
      return r instanceof Promise ? r.then(e.running) : e.running(r);
    };
  er(), er(), er();
  var gi = "stagepass/session/",
    mi = ["signed-out", "signed-in", "expired"],
    wi = ["signedOut", "signedIn", "expired"],
    ki = "stagepass",
    Ai = () => {
      var e;
      null == (e = u) || e(new s(ki));
    };
  er(), rr();
  var _i = (e, t, r) => {
    var n = {};
    return {
      token(a) {
        return _asyncToGenerator(function* () {
          var o = a,
            i = o.signal,
            s = Ft(o, ["signal"]);
          ri(i);
          var l = JSON.stringify(s);
          return null != n[l] || (n[l] = e(e => e.session(1, t, Dt(Mt({}, s), {
            storage: r
          }))).finally(() => delete n[l])), ni(n[l], i);
        })();
      },
      expire(n) {
        return _asyncToGenerator(function* () {
          throw yield e(e => e.session(2, t, {
            refused: n,
            storage: r
          })), new z("session_expired", {
            status: 401
          });
        })();
      }
    };
  };
  er(), rr();
  var Si,
    Ui = (e, t) => oi(t, /*#__PURE__*/function () {
      var _ref66 = _asyncToGenerator(function* (t) {
        var r = yield e("me", {
            signal: t,
            cache: "no-store"
          }),
          n = r.ok,
          a = r.status,
          o = yield r.text(),
          i = {};
        try {
          i = JSON.parse(o) || i;
        } catch (e) {}
        var s = n && xi(i);
        if (s) return s;
        var l = ji("string", i.error_description, i.error);
        throw new z(n ? "bad_response" : "request_failed", Mt({
          status: a
        }, l && {
          description: l
        }));
      });
      return function (_x87) {
        return _ref66.apply(this, arguments);
      };
    }()),
    xi = e => {
      var t = e.data || {},
        r = ji("number", e.userId, t.user_id),
        n = ji("string", e.name, t.name),
        a = ji("string", e.handle, t.handle);
      if (undefined === r || undefined === n || undefined === a) return;
      var o = !!ji("boolean", e.verified, t.is_verified),
        i = Ei(e.profilePicture) || Ei(t.profile_picture);
      return Mt({
        userId: r,
        name: n,
        handle: a,
        verified: o
      }, i && {
        profilePicture: i
      });
    },
    Ei = e => {
      var t = e || {},
        r = t.mirrors,
        n = Ft(t, ["mirrors"]),
        a = ["150x150", "480x480", "1000x1000"].filter(e => Oi(n[e]));
      if (a.length) return Dt(Mt({}, Object.fromEntries(a.map(e => [e, n[e]]))), {
        mirrors: Array.isArray(r) ? r.filter(Oi).slice(0, 100) : []
      });
    },
    Oi = e => "string" == typeof e,
    ji = (e, ...t) => t.find(t => typeof t === e),
    Ti = /*#__PURE__*/function () {
      var _ref67 = _asyncToGenerator(function* (e, t, r) {
        var n = yield vi(e),
          a = yield n.run(() => n.handleRedirect({
            url: t,
            storage: r
          }));
        return "none" !== a.kind && Ai(), Wo(a, ({
          client: e,
          baseUrl: t
        }) => Ui(ii(_i(e => n.run(() => e(n)), e, r), t)));
      });
      return function Ti(_x88, _x89, _x90) {
        return _ref67.apply(this, arguments);
      };
    }();
  er(), er(), er(), Sr();
  var Pi = e => {
      var t;
      return "string" == typeof e ? null == (t = /[?&#]state=(sp1\.f\.[\w-]+)(?=[&#]|$)/.exec(e)) ? undefined : t[1] : undefined;
    },
    Ri = "stagepass/login/",
    Ii = {
      kind: "none"
    },
    Ni = new WeakMap(),
    Li = (e, t) => {
      var r;
      var n = null != (r = Ni.get(e)) ? r : Ci(e, t);
      return Ni.set(e, n), n;
    },
    Ci = (e, t) => {
      var r,
        n,
        a = new Map(),
        o = new Map(),
        i = /*#__PURE__*/function () {
          var _ref68 = _asyncToGenerator(function* (t) {
            return null !== (yield e.read(Ri + t));
          });
          return function i(_x91) {
            return _ref68.apply(this, arguments);
          };
        }(),
        s = {
          begin: (e, t) => (null != r || (r = function () {
            var _ref69 = _asyncToGenerator(function* (e, t) {
              var r = yield Bi(t, t => s.arrived(e, t)),
                a = Pi(r);
              !r || !a || !(yield i(a)) || (n = s.redeem(e, r), yield n.catch(() => {}));
            });
            return function (_x92, _x93) {
              return _ref69.apply(this, arguments);
            };
          }()(e, t)), r),
          started() {
            return _asyncToGenerator(function* () {
              var e = n;
              return n = undefined, null != e ? e : Ii;
            })();
          },
          expect: (e, t) => (a.set(e, t), () => {
            a.delete(e);
          }),
          arrived(e, t) {
            var r = Pi(t);
            if (!r) return;
            var n = a.get(r);
            if (n) return n(t);
            o.has(r) || _asyncToGenerator(function* () {
              (yield i(r)) && (yield s.redeem(e, t), Ai());
            })().catch(() => {});
          },
          redeem(e, r, n) {
            return _asyncToGenerator(function* () {
              var a = Pi(r);
              if (!a) return Ii;
              var i = o.get(a);
              if (i) return i;
              var s = e.run(() => e.handleRedirect({
                url: r,
                signal: n,
                host: t
              }));
              return o.set(a, s), s;
            })();
          },
          abandon: t => e.remove(Ri + t)
        };
      return s;
    },
    Bi = (e, t) => new Promise(r => {
      var n = false,
        a = setTimeout(() => {
          n = true, r(null);
        }, 3e3);
      _asyncToGenerator(function* () {
        return e.initial();
      })().catch(() => null).then(e => {
        clearTimeout(a), n && e && t(e), r(null != e ? e : null);
      });
    });
  er(), $t(), Sr();
  var zi = false,
    Mi = ["background", "inactive"];
  er(), Sr();
  var Di = e => {
      if (e) return e;
      var t = dt();
      if (!t) throw yt("Signing in needs a browser in the app", "expo-web-browser", "browser");
      return {
        open(e, r) {
          var n = r.startsWith("https:") ? {
            preferUniversalLinks: true
          } : undefined;
          return t.openAuthSessionAsync(e, r, n);
        },
        close() {
          var e;
          try {
            return t.dismissAuthSession();
          } catch (r) {
            return null == (e = t.dismissBrowser) ? undefined : e.call(t);
          }
        },
        warmUp: () => t.warmUpAsync(),
        coolDown: () => t.coolDownAsync()
      };
    },
    Fi = e => {
      _asyncToGenerator(function* () {
        return null == e ? undefined : e();
      })().catch(() => {});
    };
  er(), ar(), Jt(), mr(), Ur();
  var Zi = /*#__PURE__*/function () {
    var _ref73 = _asyncToGenerator(function* (t, r, n, a) {
      var o = new AbortController(),
        i = () => o.abort(),
        s = setTimeout(i, n);
      null == a || a.addEventListener("abort", i), null != a && a.aborted && i();
      var l = new Promise(e => o.signal.addEventListener("abort", () => e(undefined)));
      try {
        var _n1 = {
            "Content-Type": "application/json",
            "Cache-Control": "no-store"
          },
          _a1 = /*#__PURE__*/function () {
            var _ref74 = _asyncToGenerator(function* () {
              if (o.signal.aborted) return;
              var a = yield e(t, Mt({
                method: "POST",
                headers: _n1,
                body: r,
                signal: o.signal
              }, q));
              return {
                status: a.status,
                text: yield a.text()
              };
            });
            return function _a1() {
              return _ref74.apply(this, arguments);
            };
          }();
        return yield Promise.race([_a1(), l]);
      } catch (e) {
        if (o.signal.aborted) return;
        throw e;
      } finally {
        clearTimeout(s), null == a || a.removeEventListener("abort", i);
      }
    });
    return function Zi(_x94, _x95, _x96, _x97) {
      return _ref73.apply(this, arguments);
    };
  }();
  er(), rr(), er(), rr();
  var Gi,
    Hi = "The browser could not be opened, perhaps because another one is open. Close that and try again.",
    Wi = (e, t) => {
      var r = setTimeout(t, e);
      return () => clearTimeout(r);
    },
    Yi = (e, t) => {
      var r,
        n = () => {
          var a = e - Date.now();
          a <= 0 ? t() : r = setTimeout(n, Math.min(a, 3e4));
        };
      return n(), () => clearTimeout(r);
    };
  er(), Sr(), Ur();
  var Qi = e => {
    var t,
      r,
      n,
      a,
      o = false,
      i = () => (null != n || (n = (e => {
        var t;
        var r = null != (t = null != e ? e : (() => {
          var e = globalThis.crypto;
          return (null == e ? undefined : e.getRandomValues) && (t => e.getRandomValues(new Uint8Array(t)));
        })()) ? t : (() => {
          var e = ht();
          return e && (t => e.getRandomBytes(t));
        })();
        if (!r) throw yt("Signing in needs random numbers", "expo-crypto", "random");
        return e => {
          var t = r(e);
          if ((null == t ? undefined : t.length) !== e) throw new TypeError(`random gave other than ${e} octets.`);
          return t;
        };
      })(e.random)), n),
      l = /*#__PURE__*/function () {
        var _ref75 = _asyncToGenerator(function* (n, _l2) {
          a = n;
          var c = (() => {
              if (t) return t;
              var r = gt(e.storage),
                n = ((e, t) => {
                  var r = t => "local" === t || "custom" === t ? e : wt;
                  return {
                    now: () => Date.now(),
                    random: e => t()(e),
                    read: (e, t) => r(e).read(t),
                    write: (e, t, n) => r(e).write(t, n),
                    remove: (e, t) => r(e).remove(t),
                    keys(t) {
                      return _asyncToGenerator(function* () {
                        var r = yield Promise.all([e, wt].map(e => e.keys(t)));
                        return [...new Set(r.flat())];
                      })();
                    },
                    open() {},
                    lock(e, t, r) {
                      return _asyncToGenerator(function* () {
                        var n = yield Ze(e, t, r);
                        if (!n) return;
                        var a = setTimeout(n, 6e4);
                        return () => {
                          clearTimeout(a), n();
                        };
                      })();
                    },
                    post: Zi
                  };
                })(r, i);
              return t = {
                store: r,
                host: n,
                answers: Li(r, n)
              }, t;
            })(),
            f = (e => {
              var t;
              if (e) return e;
              var _ref76 = null != (t = pt()) ? t : {},
                r = _ref76.Linking;
              if (!r) throw yt("Coming back to the app needs React Native's Linking", "react-native", "links");
              return {
                initial: () => r.getInitialURL(),
                listen(e) {
                  var t = r.addEventListener("url", ({
                    url: t
                  }) => e(t));
                  return () => t.remove();
                }
              };
            })(e.links);
          return o || ((() => {
            var e, t;
            zi || (zi = true, null == (t = null == (e = pt()) ? undefined : e.AppState) || t.addEventListener("change", e => {
              "active" === e && u(new s("pageshow"));
            }));
          })(), null != r || (r = f.listen(e => c.answers.arrived(a, e)))), yield ni(c.answers.begin(n, f), _l2), c;
        });
        return function l(_x98, _x99) {
          return _ref75.apply(this, arguments);
        };
      }();
    return {
      running: t => ({
        run: t.run,
        login(r, n) {
          return _asyncToGenerator(function* () {
            var a = yield l(t, n.signal);
            return i(), function () {
              var _ref77 = _asyncToGenerator(function* (e, t, r, n) {
                var a = n.answers,
                  o = n.browser,
                  i = r.signal;
                (({
                  display: e,
                  returnTo: t
                }) => {
                  var r = "popup" === e ? "There are no popups on a phone: leave display out." : null != t ? "There is no page to return to on a phone: leave returnTo out, and pass what to go on with as appState." : undefined;
                  if (r) throw new z("unsupported", {
                    message: r
                  });
                })(r), ri(i), Fi(() => {
                  var e;
                  return null == (e = o.warmUp) ? undefined : e.call(o);
                });
                var s = {
                  state: ""
                };
                try {
                  var _o6 = yield function () {
                      var _ref78 = _asyncToGenerator(function* (e, t, r, {
                        host: n,
                        store: a,
                        answers: o,
                        browser: i
                      }, s) {
                        var l = "",
                          u = Dt(Mt({}, n), {
                            write: (e, t, r) => (t.startsWith(Ri) && (s.state = t.slice(16)), n.write(e, t, r)),
                            open(e) {
                              l = e;
                            }
                          }),
                          c = r,
                          _c$display = c.display,
                          f = _c$display === undefined ? "fullScreen" : _c$display,
                          _c$responseMode = c.responseMode,
                          p = _c$responseMode === undefined ? "query" : _c$responseMode,
                          d = Ft(c, ["display", "responseMode"]),
                          h = Dt(Mt({}, d), {
                            display: f,
                            responseMode: p,
                            popup: undefined,
                            features: "",
                            host: u
                          });
                        yield e.run(() => e.login(t, h)).catch(e => {
                          throw ((e, {
                            lastError: t
                          }) => "storage_unavailable" !== e.code ? e : new z(e.code, {
                            message: "The app's storage did not keep the sign-in. See what it was refused for, and try again.",
                            cause: t
                          }))(e, a);
                        }), ri(r.signal);
                        var b = t.redirectUri;
                        return {
                          address: l,
                          state: s.state,
                          redirectUri: b,
                          browser: i,
                          answers: o,
                          signal: r.signal
                        };
                      });
                      return function (_x104, _x105, _x106, _x107, _x108) {
                        return _ref78.apply(this, arguments);
                      };
                    }()(e, t, r, n, s),
                    _l3 = yield function () {
                      var _ref79 = _asyncToGenerator(function* ({
                        address: e,
                        state: t,
                        redirectUri: r,
                        browser: n,
                        answers: a,
                        signal: o
                      }) {
                        var i = [],
                          s = {
                            isOpen: false,
                            isOver: false
                          },
                          l = new Promise((l, u) => {
                            var c = (e, t) => u(new z(e, t)),
                              f = () => c("popup_closed");
                            i.push(a.expect(t, l));
                            var p = () => c("aborted", {
                              cause: null == o ? undefined : o.reason
                            });
                            null == o || o.addEventListener("abort", p), i.push(() => null == o ? undefined : o.removeEventListener("abort", p)), i.push(Yi(Date.now() + 36e5, () => c("timeout")));
                            var d = Gi,
                              h = {
                                supersede: f,
                                closed: Promise.resolve()
                              };
                            Gi = h, i.push(() => {
                              Gi === h && !s.isOpen && (Gi = undefined);
                            }), h.closed = _asyncToGenerator(function* () {
                              if (d && (d.supersede(), yield Promise.race([d.closed, new Promise(e => i.push(Wi(1e3, e)))])), !s.isOver) {
                                s.isOpen = true;
                                try {
                                  (e => {
                                    if (!s.isOver) if ("url" in e && "success" === e.type) {
                                      var _r12 = Pi(e.url);
                                      _r12 === t ? l(e.url) : c(_r12 ? "state_mismatch" : "callback_invalid");
                                    } else "cancel" === e.type ? f() : "locked" === e.type ? c("popup_blocked", {
                                      message: Hi
                                    }) : "opened" !== e.type && i.push((e => {
                                      var t;
                                      var _ref81 = null != (t = pt()) ? t : {},
                                        r = _ref81.AppState;
                                      if (!r || !Mi.includes(r.currentState)) return e(), () => {};
                                      var n = r.addEventListener("change", t => {
                                        "active" === t && (n.remove(), e());
                                      });
                                      return () => n.remove();
                                    })(() => i.push(Wi(3e3, f))));
                                  })(yield n.open(e, r));
                                } catch (e) {
                                  c("popup_blocked", {
                                    message: Hi,
                                    cause: e
                                  });
                                } finally {
                                  s.isOpen = false;
                                }
                              }
                            })();
                          });
                        try {
                          return yield l;
                        } finally {
                          s.isOver = true;
                          for (var _e8 of i) _e8();
                          s.isOpen && Fi(() => {
                            var e;
                            return null == (e = n.close) ? undefined : e.call(n);
                          });
                        }
                      });
                      return function (_x109) {
                        return _ref79.apply(this, arguments);
                      };
                    }()(_o6),
                    _u2 = yield ni(a.redeem(e, _l3, i), i);
                  if ("none" === _u2.kind) throw new z("callback_invalid");
                  return _u2;
                } catch (e) {
                  throw s.state && (({
                    code: e
                  }) => "aborted" === e || "timeout" === e)(e) && (yield a.abandon(s.state)), e;
                } finally {
                  Fi(() => {
                    var e;
                    return null == (e = o.coolDown) ? undefined : e.call(o);
                  });
                }
              });
              return function (_x100, _x101, _x102, _x103) {
                return _ref77.apply(this, arguments);
              };
            }()(t, r, n, Dt(Mt({}, a), {
              browser: Di(e.browser)
            }));
          })();
        },
        handleRedirect(_x110) {
          return _asyncToGenerator(function* ({
            url: e
          }) {
            var _yield$l = yield l(t),
              r = _yield$l.answers;
            return e ? r.redeem(t, e) : r.started();
          }).apply(this, arguments);
        },
        session: function () {
          var _ref82 = _asyncToGenerator(function* (e, r, n) {
            var _yield$l2 = yield l(t),
              a = _yield$l2.host;
            return t.session(e, r, Dt(Mt({}, n), {
              host: a,
              storage: undefined
            }));
          });
          return function session(_x111, _x112, _x113) {
            return _ref82.apply(this, arguments);
          };
        }()
      }),
      close() {
        o = true, null == r || r();
      }
    };
  };
  rr(), yr();
  var Vi = e => {
    var t = Qi(e),
      r = ((e, t) => {
        var r;
        (e => {
          (e => {
            var t, r, n;
            if ("object" != typeof e || !e) throw new z("config_invalid");
            for (var _t11 of ["baseUrl", "appName", "apiKey", "redirectUri", "accountKey"]) {
              var _r13 = e[_t11];
              if (null != _r13 && "string" != typeof _r13) throw H("config_invalid", _t11, F);
              var _n10 = "apiKey" === _t11 ? !e.appName : "baseUrl" === _t11 || "redirectUri" === _t11;
              if (!_r13 && _n10) throw H("config_invalid", _t11, D);
            }
            if (!["auto", "wasm", "js"].includes(null != (t = e.engine) ? t : "auto")) throw H("config_invalid", "engine", G);
            var a = null != (r = e.storage) ? r : "local";
            if ("object" == typeof a ? !(e => ["key", "getItem", "setItem", "removeItem"].every(t => "function" == typeof (null == e ? undefined : e[t])))(a) : !["local", "session", "memory"].includes(a)) throw H("config_invalid", "storage", G);
            var o = null != (n = e.origins) ? n : [];
            if (!Array.isArray(o)) throw H("config_invalid", "origins", F);
            if (!o.every(Yo)) throw H("config_invalid", "origins", Z);
          })(Dt(Mt({}, e), {
            storage: undefined
          }));
          var t = e.storage,
            r = e.random;
          if ("string" == typeof t && "memory" !== t) throw H("config_invalid", "storage", G);
          var _loop4 = function () {
            var n = e[_t12];
            if (null == n || "memory" === n) return 1; // continue
            var a = _r14.find(e => "function" != typeof n[e]);
            if (a) throw Vo(`${_t12} has no ${a}(): look up what it needs.`);
          };
          for (var _ref83 of Object.entries(Qo)) {
            var _ref84 = _slicedToArray(_ref83, 2);
            var _t12 = _ref84[0];
            var _r14 = _ref84[1];
            if (_loop4()) continue;
          }
          if (undefined !== r && "function" != typeof r) throw Vo("random is no function.");
        })(t);
        var n,
          a = Mt({}, t),
          o = e,
          i = a.storage,
          s = /*#__PURE__*/function () {
            var _ref85 = _asyncToGenerator(function* (e) {
              var t = yield e.run(() => e.session(0, a, {
                storage: i
              }));
              return d.note(t), t;
            });
            return function s(_x114) {
              return _ref85.apply(this, arguments);
            };
          }(),
          u = /*#__PURE__*/function () {
            var _ref86 = _asyncToGenerator(function* (e) {
              return s(yield vi(o, e));
            });
            return function u(_x115) {
              return _ref86.apply(this, arguments);
            };
          }(),
          p = e => u(e).catch(() => {}),
          d = (e => {
            var t,
              r,
              n = new Set(),
              a = new AbortController(),
              o = {
                status: "loading"
              },
              i = (e, t, {
                signal: r
              } = {}) => {
                var o = () => {
                    n.delete(i), null == r || r.removeEventListener("abort", o);
                  },
                  i = {
                    name: e,
                    call: t,
                    off: o
                  };
                return !a.signal.aborted && !(null != r && r.aborted) && (n.add(i), null == r || r.addEventListener("abort", o)), o;
              },
              s = (e, t) => {
                var _loop5 = function () {
                  if (_r15.name === e && n.has(_r15)) try {
                    _r15.call(t);
                  } catch (e) {
                    setTimeout(() => {
                      throw e;
                    });
                  }
                };
                for (var _r15 of [...n]) {
                  _loop5();
                }
              },
              u = e => {
                o = e, s("");
              };
            if (bi) {
              var _t13 = ({
                key: t
              }) => {
                (null != t ? t : gi).startsWith(gi) && e();
              };
              l("storage", _t13, a), l("pageshow", _t13, a), c.addEventListener("visibilitychange", _t13, a), l(ki, _t13, a);
            }
            return {
              store: {
                get: () => o,
                subscribe: e => i("", e)
              },
              on: i,
              note(e) {
                var r = t;
                if (t = e, `${r}` == `${e}`) return;
                var _e9 = _slicedToArray(e, 3),
                  n = _e9[0],
                  a = _e9[1],
                  i = _e9[2],
                  l = (null == r ? undefined : r[0]) === n && r[2] === i;
                (!l || o.scope !== a) && u(Mt(Mt({
                  status: mi[n]
                }, a && {
                  scope: a
                }), l && o.user && {
                  user: o.user
                })), r && (s(l ? "refreshed" : wi[n], o), Ai());
              },
              identify(e, r) {
                1 === (null == t ? undefined : t[0]) && t[2] === e && JSON.stringify(r) !== JSON.stringify(o.user) && u(Dt(Mt({}, o), {
                  user: r
                }));
              },
              told(e) {
                var t = {};
                var _loop6 = function (_a10) {
                  t[_n11] = (...e) => _a10(...e).catch(e => {
                    throw "aborted" !== e.code && e !== r && (r = e, s("error", e)), e;
                  });
                };
                for (var _ref87 of Object.entries(e)) {
                  var _ref88 = _slicedToArray(_ref87, 2);
                  var _n11 = _ref88[0];
                  var _a10 = _ref88[1];
                  _loop6(_a10);
                }
                return t;
              },
              dispose() {
                a.abort();
                for (var _ref89 of n) {
                  var _e0 = _ref89.off;
                  _e0();
                }
              }
            };
          })(p),
          h = /*#__PURE__*/function () {
            var _ref90 = _asyncToGenerator(function* (e, t) {
              var r = () => s(e).catch(() => {});
              r();
              var n = e.run(() => t(e));
              return r(), n.finally(r);
            });
            return function h(_x116, _x117) {
              return _ref90.apply(this, arguments);
            };
          }(),
          b = _i(/*#__PURE__*/function () {
            var _ref91 = _asyncToGenerator(function* (e) {
              return h(yield vi(o), e);
            });
            return function (_x118) {
              return _ref91.apply(this, arguments);
            };
          }(), a, i),
          y = ii(b, a.baseUrl, null != (r = a.origins) ? r : [], u),
          v = {},
          g = /*#__PURE__*/function () {
            var _ref92 = _asyncToGenerator(function* ({
              signal: e
            } = {}) {
              var _yield$u = yield u(e),
                _yield$u2 = _slicedToArray(_yield$u, 3),
                _yield$u2$ = _yield$u2[2],
                t = _yield$u2$ === undefined ? "" : _yield$u2$;
              null != v[t] || (v[t] = Ui(y));
              var r = yield ni(v[t], e).finally(() => delete v[t]);
              return d.identify(t, r), r;
            });
            return function g() {
              return _ref92.apply(this, arguments);
            };
          }(),
          m = /*#__PURE__*/function () {
            var _ref93 = _asyncToGenerator(function* () {
              yield u();
            });
            return function m() {
              return _ref93.apply(this, arguments);
            };
          }(),
          w = (...e) => d.told(Object.fromEntries(e.map(e => [e, /*#__PURE__*/_asyncToGenerator(function* (...t) {
            var _yield$Promise$resolv = yield Promise.resolve().then(() => (Go(), Fo)).catch(e => {
                throw new z("load_failed", {
                  cause: e
                });
              }),
              r = _yield$Promise$resolv.open;
            return null != n || (n = r(a, Dt(Mt({}, b), {
              fetch: y,
              getUser: g,
              ready: m,
              within: oi
            }), z)), n[e](...t);
          })])));
        return bi && m().catch(e => {
          "config_invalid" === e.code && console.error(e);
        }), Dt(Mt({
          oauth: Dt(Mt(Mt({}, d.told({
            login: function () {
              var _ref95 = _asyncToGenerator(function* (e = {}) {
                var t = e,
                  r = t.signal,
                  n = Ft(t, ["signal"]);
                var s = (e => {
                    if (undefined === e) return;
                    var t, r;
                    try {
                      t = JSON.stringify(e);
                    } catch (e) {
                      r = e;
                    }
                    if (undefined === t) throw H("option_invalid", "appState", F, r);
                    return t;
                  })(n.appState),
                  l = vi(o, r),
                  u = l instanceof Promise,
                  c = void (u && n.display);
                try {
                  var _e1 = yield h(u ? yield l : l, e => e.login(a, Dt(Mt({}, n), {
                    appState: s,
                    features: "",
                    popup: c,
                    signal: r,
                    storage: i
                  })));
                  return yield Wo(_e1, () => g({
                    signal: r
                  }));
                } catch (e) {
                  throw e;
                }
              });
              return function login() {
                return _ref95.apply(this, arguments);
              };
            }(),
            handleRedirect: function () {
              var _ref96 = _asyncToGenerator(function* (e, t = {}) {
                var r = () => p(t.signal);
                return r(), function () {
                  var _ref97 = _asyncToGenerator(function* (e, t, {
                    signal: r
                  } = {}, n) {
                    if (ri(r), !Si || Si.url !== t) {
                      var _r16 = {
                        url: t,
                        result: Ti(e, null != t ? t : bi ? f.href : "", n).finally(() => {
                          Si === _r16 && (Si = undefined);
                        })
                      };
                      Si = _r16;
                    }
                    return ni(Si.result, r);
                  });
                  return function (_x120, _x121) {
                    return _ref97.apply(this, arguments);
                  };
                }()(o, e, t, i).finally(r);
              });
              return function handleRedirect(_x119) {
                return _ref96.apply(this, arguments);
              };
            }(),
            getUser: g,
            isAuthenticated: function () {
              var _ref98 = _asyncToGenerator(function* () {
                return 1 === (yield u())[0];
              });
              return function isAuthenticated() {
                return _ref98.apply(this, arguments);
              };
            }(),
            logout: function () {
              var _ref99 = _asyncToGenerator(function* () {
                return h(yield vi(o), e => e.session(2, a, {
                  storage: i
                }));
              });
              return function logout() {
                return _ref99.apply(this, arguments);
              };
            }(),
            hasScope: function () {
              var _ref100 = _asyncToGenerator(function* (e) {
                var _yield$u3 = yield u(),
                  _yield$u4 = _slicedToArray(_yield$u3, 2),
                  t = _yield$u4[1];
                return t === e || "write" === t && "read" === e;
              });
              return function hasScope(_x122) {
                return _ref100.apply(this, arguments);
              };
            }(),
            getAccessToken: e => b.token(Dt(Mt({}, e), {
              refused: undefined
            }))
          })), w("diagnose")), {
            session: d.store
          })
        }, d.told({
          ready: m,
          fetch: (e, t) => y(e, t)
        })), {
          on: d.on,
          dispose: d.dispose,
          tracks: w("delete", "join", "upload", "play", "get", "streamUrl", "access", "setArtwork", "listens", "removeArtwork", "uploads", "discardUpload", "create", "update"),
          library: w("save", "remove", "list"),
          users: w("tracks")
        });
      })(t, e);
    return Dt(Mt({}, r), {
      dispose() {
        r.dispose(), t.close();
      }
    });
  };
},13,[14,15,17,18,20,7,24,27,3,28,29,30,31]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _assertThisInitialized(e) {
    if (undefined === e) throw new ReferenceError("this hasn't been initialised - super() hasn't been called");
    return e;
  }
  module.exports = _assertThisInitialized, module.exports.__esModule = true, module.exports["default"] = module.exports;
},14,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _possibleConstructorReturn(t, e) {
    if (e && ("object" == _$$_REQUIRE(_dependencyMap[0])["default"](e) || "function" == typeof e)) return e;
    if (undefined !== e) throw new TypeError("Derived constructors may only return object or undefined");
    return _$$_REQUIRE(_dependencyMap[1])(t);
  }
  module.exports = _possibleConstructorReturn, module.exports.__esModule = true, module.exports["default"] = module.exports;
},15,[16,14]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _typeof(o) {
    "@babel/helpers - typeof";

    return module.exports = _typeof = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function (o) {
      return typeof o;
    } : function (o) {
      return o && "function" == typeof Symbol && o.constructor === Symbol && o !== Symbol.prototype ? "symbol" : typeof o;
    }, module.exports.__esModule = true, module.exports["default"] = module.exports, _typeof(o);
  }
  module.exports = _typeof, module.exports.__esModule = true, module.exports["default"] = module.exports;
},16,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _getPrototypeOf(t) {
    return module.exports = _getPrototypeOf = Object.setPrototypeOf ? Object.getPrototypeOf.bind() : function (t) {
      return t.__proto__ || Object.getPrototypeOf(t);
    }, module.exports.__esModule = true, module.exports["default"] = module.exports, _getPrototypeOf(t);
  }
  module.exports = _getPrototypeOf, module.exports.__esModule = true, module.exports["default"] = module.exports;
},17,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _inherits(t, e) {
    if ("function" != typeof e && null !== e) throw new TypeError("Super expression must either be null or a function");
    t.prototype = Object.create(e && e.prototype, {
      constructor: {
        value: t,
        writable: true,
        configurable: true
      }
    }), Object.defineProperty(t, "prototype", {
      writable: false
    }), e && _$$_REQUIRE(_dependencyMap[0])(t, e);
  }
  module.exports = _inherits, module.exports.__esModule = true, module.exports["default"] = module.exports;
},18,[19]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _setPrototypeOf(t, e) {
    return module.exports = _setPrototypeOf = Object.setPrototypeOf ? Object.setPrototypeOf.bind() : function (t, e) {
      return t.__proto__ = e, t;
    }, module.exports.__esModule = true, module.exports["default"] = module.exports, _setPrototypeOf(t, e);
  }
  module.exports = _setPrototypeOf, module.exports.__esModule = true, module.exports["default"] = module.exports;
},19,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _wrapNativeSuper(t) {
    var r = "function" == typeof Map ? new Map() : undefined;
    return module.exports = _wrapNativeSuper = function _wrapNativeSuper(t) {
      if (null === t || !_$$_REQUIRE(_dependencyMap[0])(t)) return t;
      if ("function" != typeof t) throw new TypeError("Super expression must either be null or a function");
      if (undefined !== r) {
        if (r.has(t)) return r.get(t);
        r.set(t, Wrapper);
      }
      function Wrapper() {
        return _$$_REQUIRE(_dependencyMap[1])(t, arguments, _$$_REQUIRE(_dependencyMap[2])(this).constructor);
      }
      return Wrapper.prototype = Object.create(t.prototype, {
        constructor: {
          value: Wrapper,
          enumerable: false,
          writable: true,
          configurable: true
        }
      }), _$$_REQUIRE(_dependencyMap[3])(Wrapper, t);
    }, module.exports.__esModule = true, module.exports["default"] = module.exports, _wrapNativeSuper(t);
  }
  module.exports = _wrapNativeSuper, module.exports.__esModule = true, module.exports["default"] = module.exports;
},20,[21,22,17,19]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _isNativeFunction(t) {
    try {
      return -1 !== Function.toString.call(t).indexOf("[native code]");
    } catch (n) {
      return "function" == typeof t;
    }
  }
  module.exports = _isNativeFunction, module.exports.__esModule = true, module.exports["default"] = module.exports;
},21,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _construct(t, e, r) {
    if (_$$_REQUIRE(_dependencyMap[0])()) return Reflect.construct.apply(null, arguments);
    var o = [null];
    o.push.apply(o, e);
    var p = new (t.bind.apply(t, o))();
    return r && _$$_REQUIRE(_dependencyMap[1])(p, r.prototype), p;
  }
  module.exports = _construct, module.exports.__esModule = true, module.exports["default"] = module.exports;
},22,[23,19]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _isNativeReflectConstruct() {
    try {
      var t = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], function () {}));
    } catch (t) {}
    return (module.exports = _isNativeReflectConstruct = function _isNativeReflectConstruct() {
      return !!t;
    }, module.exports.__esModule = true, module.exports["default"] = module.exports)();
  }
  module.exports = _isNativeReflectConstruct, module.exports.__esModule = true, module.exports["default"] = module.exports;
},23,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _defineProperties(e, r) {
    for (var t = 0; t < r.length; t++) {
      var o = r[t];
      o.enumerable = o.enumerable || false, o.configurable = true, "value" in o && (o.writable = true), Object.defineProperty(e, _$$_REQUIRE(_dependencyMap[0])(o.key), o);
    }
  }
  function _createClass(e, r, t) {
    return r && _defineProperties(e.prototype, r), t && _defineProperties(e, t), Object.defineProperty(e, "prototype", {
      writable: false
    }), e;
  }
  module.exports = _createClass, module.exports.__esModule = true, module.exports["default"] = module.exports;
},24,[25]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function toPropertyKey(t) {
    var i = _$$_REQUIRE(_dependencyMap[0])(t, "string");
    return "symbol" == _$$_REQUIRE(_dependencyMap[1])["default"](i) ? i : i + "";
  }
  module.exports = toPropertyKey, module.exports.__esModule = true, module.exports["default"] = module.exports;
},25,[26,16]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function toPrimitive(t, e) {
    if ("object" != _$$_REQUIRE(_dependencyMap[0])["default"](t) || !t) return t;
    var r;
    if ("undefined" != typeof Symbol && undefined !== (r = t[Symbol.toPrimitive])) {
      var i = r.call(t, e || "default");
      if ("object" != _$$_REQUIRE(_dependencyMap[0])["default"](i)) return i;
      throw new TypeError("@@toPrimitive must return a primitive value.");
    }
    return ("string" === e ? String : Number)(t);
  }
  module.exports = toPrimitive, module.exports.__esModule = true, module.exports["default"] = module.exports;
},26,[16]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  function _classCallCheck(a, n) {
    if (!(a instanceof n)) throw new TypeError("Cannot call a class as a function");
  }
  module.exports = _classCallCheck, module.exports.__esModule = true, module.exports["default"] = module.exports;
},27,[]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  "use strict";

  try {
    module.exports = _$$_REQUIRE(_dependencyMap[0]);
  } catch (error) {
    module.exports = {
      missing: error
    };
  }
},28,[null]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  "use strict";

  try {
    module.exports = _$$_REQUIRE(_dependencyMap[0]);
  } catch (error) {
    module.exports = {
      missing: error
    };
  }
},29,[null]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  "use strict";

  try {
    module.exports = _$$_REQUIRE(_dependencyMap[0]);
  } catch (error) {
    module.exports = {
      missing: error
    };
  }
},30,[null]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  "use strict";

  try {
    module.exports = _$$_REQUIRE(_dependencyMap[0]);
  } catch (error) {
    module.exports = {
      missing: error
    };
  }
},31,[null]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  var _interopRequireDefault = _$$_REQUIRE(_dependencyMap[0]);
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.FLOWS = undefined;
  var _slicedToArray2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[1]));
  var _asyncToGenerator2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[2]));
  // What an app does with the package on a phone, from a login to a logout: the same script in every engine, against the service itself.
  //
  // A flow has one life of the app or several. Between two of them nothing is left but what the phone has stored, the address that
  // the app is started at, and what the flow itself has put into `kept`.

  /** @type {Record<string, ((app: object) => Promise<void>)[]>} */
  var FLOWS = exports.FLOWS = {
    "signs in, and knows who it is": [(/*#__PURE__*/function () {
      var _ref = (0, _asyncToGenerator2.default)(function* ({
        phone,
        network,
        settings,
        open
      }) {
        var sp = open();
        is(yield sp.oauth.isAuthenticated(), false);
        var _yield$sp$oauth$login = yield sp.oauth.login({
            scope: "read",
            appState: {
              page: "library"
            }
          }),
          kind = _yield$sp$oauth$login.kind,
          user = _yield$sp$oauth$login.user,
          appState = _yield$sp$oauth$login.appState;
        is([kind, user.handle, appState], ["signed-in", settings.user, {
          page: "library"
        }]);
        is(sp.oauth.session.get().status, "signed-in");
        is((yield sp.oauth.getUser()).userId, user.userId);
        is([yield sp.oauth.hasScope("read"), yield sp.oauth.hasScope("write")], [true, false]);
        is(network.count("POST /v1/oauth/token"), 1);
        is(phone.visits.length, 1);
        var _phone$visits$ = phone.visits[0],
          url = _phone$visits$.url,
          redirectUri = _phone$visits$.redirectUri;
        is(redirectUri, settings.config.redirectUri);
        for (var part of ["code_challenge_method=S256", "response_mode=query", `api_key=${settings.config.apiKey}`]) {
          is([part, url.includes(part)], [part, true]);
        }
      });
      return function (_x) {
        return _ref.apply(this, arguments);
      };
    }()), (
    /*#__PURE__*/
    // Started again, with what is stored.
    function () {
      var _ref2 = (0, _asyncToGenerator2.default)(function* ({
        network,
        settings,
        open
      }) {
        var sp = open();
        yield sp.ready();
        is(sp.oauth.session.get().status, "signed-in");
        is((yield sp.oauth.getUser()).handle, settings.user);
        is(network.count("/oauth/token"), 0);
      });
      return function (_x2) {
        return _ref2.apply(this, arguments);
      };
    }())],
    "renews once for two who ask at once": [(/*#__PURE__*/function () {
      var _ref3 = (0, _asyncToGenerator2.default)(function* (app) {
        var sp = yield signedIn(app, "read");
        var before = yield sp.oauth.getAccessToken();
        var _yield$Promise$all = yield Promise.all([1, 2].map(() => sp.oauth.getAccessToken({
            forceRefresh: true
          }))),
          _yield$Promise$all2 = (0, _slicedToArray2.default)(_yield$Promise$all, 2),
          one = _yield$Promise$all2[0],
          two = _yield$Promise$all2[1];
        is([one === two, one === before], [true, false]);
        is(app.network.count("POST /v1/oauth/token"), 2);
        var answer = yield sp.fetch("me");
        is(answer.status, 200);
      });
      return function (_x3) {
        return _ref3.apply(this, arguments);
      };
    }())],
    "uploads, creates a gated track, gets its address": [(/*#__PURE__*/function () {
      var _ref4 = (0, _asyncToGenerator2.default)(function* (app) {
        var sp = yield signedIn(app, "write");
        var steps = [];
        var upload = yield sp.tracks.upload(yield sound(app), {
          onProgress: progress => steps.push(progress)
        });
        is([upload.duration, upload.mimeType.startsWith("audio/")], [1, true]);
        var _steps = steps[steps.length - 1],
          sent = _steps.sent,
          total = _steps.total;
        is(sent, total);
        var track = yield sp.tracks.create({
          title: "Made on a phone",
          trackCid: upload.trackCid,
          rule: {
            signed_in: {}
          }
        });
        is(track.accessAuthorities.length, 1);
        var address = yield sp.tracks.streamUrl(track.id);
        var heard = yield fetch(address, {
          headers: {
            Range: "bytes=0-99"
          }
        });
        is([heard.status, heard.headers.get("content-type").startsWith("audio/")], [206, true]);
        // Who is not signed in does not hear it.
        yield sp.oauth.logout();
        yield fails(sp.tracks.streamUrl(track.id), "access_refused");
        yield fails(sp.tracks.play({}, track.id), "unsupported");
      });
      return function (_x4) {
        return _ref4.apply(this, arguments);
      };
    }())],
    "goes on with an upload after being killed": [(/*#__PURE__*/function () {
      var _ref5 = (0, _asyncToGenerator2.default)(function* (app) {
        var sp = yield signedIn(app, "write");
        var file = yield sound(app);
        Object.assign(app.kept, {
          file
        });
        yield new Promise(killed => {
          app.network.lets = request => {
            if (!request.startsWith("PATCH ")) return true;
            setTimeout(killed, 50);
            return false;
          };
          sp.tracks.upload(file).catch(() => {});
        });
        is(app.network.count("POST /v1/uploads"), 1);
      });
      return function (_x5) {
        return _ref5.apply(this, arguments);
      };
    }()), (/*#__PURE__*/function () {
      var _ref6 = (0, _asyncToGenerator2.default)(function* ({
        kept,
        network,
        open
      }) {
        var upload = yield open().tracks.upload(kept.file);
        is(upload.duration, 1);
        is(network.count("POST /v1/uploads"), 0);
        is(network.requests.filter(request => /^(HEAD|PATCH) /.test(request)).map(request => request.split(" ")[0]), ["HEAD", "PATCH"]);
      });
      return function (_x6) {
        return _ref6.apply(this, arguments);
      };
    }())],
    "is not agreed with": [(/*#__PURE__*/function () {
      var _ref7 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        network,
        open
      }) {
        var sp = open();
        phone.person = _$$_REQUIRE(_dependencyMap[3]).refuses;
        yield fails(sp.oauth.login({
          scope: "read"
        }), "access_denied");
        is([yield sp.oauth.isAuthenticated(), network.count("/oauth/token")], [false, 0]);
      });
      return function (_x7) {
        return _ref7.apply(this, arguments);
      };
    }())],
    "is left by the person, who then comes by a link": [(/*#__PURE__*/function () {
      var _ref8 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        open
      }) {
        var sp = open();
        var callback;
        phone.person = /*#__PURE__*/function () {
          var _ref9 = (0, _asyncToGenerator2.default)(function* (visit) {
            callback = yield visit.decide("approve");
            return {
              type: "cancel"
            };
          });
          return function (_x9) {
            return _ref9.apply(this, arguments);
          };
        }();
        yield fails(sp.oauth.login({
          scope: "read"
        }), "popup_closed");
        is(yield sp.oauth.isAuthenticated(), false);
        var signedIn = new Promise(resolve => sp.on("signedIn", resolve));
        phone.call(callback);
        is((yield signedIn).status, "signed-in");
      });
      return function (_x8) {
        return _ref8.apply(this, arguments);
      };
    }())],
    "is dismissed, and comes by a link": [byLink("dismiss")],
    "has opened elsewhere, and comes by a link": [byLink("opened")],
    "is dismissed for good": [(/*#__PURE__*/function () {
      var _ref0 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        open
      }) {
        var sp = open();
        phone.person = (0, _$$_REQUIRE(_dependencyMap[3]).closes)("dismiss");
        yield fails(sp.oauth.login({
          scope: "read"
        }), "popup_closed");
        phone.person = (0, _$$_REQUIRE(_dependencyMap[3]).closes)("locked");
        yield fails(sp.oauth.login({
          scope: "read"
        }), "popup_blocked");
        phone.person = _$$_REQUIRE(_dependencyMap[3]).agrees;
        is((yield sp.oauth.login({
          scope: "read"
        })).kind, "signed-in");
      });
      return function (_x0) {
        return _ref0.apply(this, arguments);
      };
    }())],
    "is killed while the browser is open, and started by the link": [(/*#__PURE__*/function () {
      var _ref1 = (0, _asyncToGenerator2.default)(function* (app) {
        yield new Promise(killed => {
          app.phone.person = /*#__PURE__*/function () {
            var _ref10 = (0, _asyncToGenerator2.default)(function* (visit) {
              app.phone.initial = yield visit.decide("approve");
              killed();
              return (0, _$$_REQUIRE(_dependencyMap[3]).waits)();
            });
            return function (_x10) {
              return _ref10.apply(this, arguments);
            };
          }();
          app.open().oauth.login({
            scope: "read",
            appState: {
              page: "settings"
            }
          }).catch(() => {});
        });
      });
      return function (_x1) {
        return _ref1.apply(this, arguments);
      };
    }()), (/*#__PURE__*/function () {
      var _ref11 = (0, _asyncToGenerator2.default)(function* ({
        network,
        settings,
        open
      }) {
        var sp = open();
        yield sp.ready();
        is(sp.oauth.session.get().status, "signed-in");
        var result = yield sp.oauth.handleRedirect();
        is([result.kind, result.appState, result.user?.handle], ["signed-in", {
          page: "settings"
        }, settings.user]);
        is(network.count("POST /v1/oauth/token"), 1);
      });
      return function (_x11) {
        return _ref11.apply(this, arguments);
      };
    }()), (
    /*#__PURE__*/
    // Its JavaScript is loaded again: the address of the start is still there, and means nothing any more.
    function () {
      var _ref12 = (0, _asyncToGenerator2.default)(function* ({
        network,
        open
      }) {
        var sp = open();
        yield sp.ready();
        is([sp.oauth.session.get().status, (yield sp.oauth.handleRedirect()).kind], ["signed-in", "none"]);
        is(network.count("POST /v1/oauth/token"), 0);
      });
      return function (_x12) {
        return _ref12.apply(this, arguments);
      };
    }())],
    "is given up by the app": [(/*#__PURE__*/function () {
      var _ref13 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        network,
        open
      }) {
        var sp = open();
        var giveUp = new AbortController();
        var callback;
        phone.person = /*#__PURE__*/function () {
          var _ref14 = (0, _asyncToGenerator2.default)(function* (visit) {
            callback = yield visit.decide("approve");
            giveUp.abort();
            return (0, _$$_REQUIRE(_dependencyMap[3]).waits)();
          });
          return function (_x14) {
            return _ref14.apply(this, arguments);
          };
        }();
        yield fails(sp.oauth.login({
          scope: "read",
          signal: giveUp.signal
        }), "aborted");
        is(phone.closed, 1);
        // A login that was given up stays so, whoever brings its answer.
        yield fails(sp.oauth.handleRedirect(callback), "transaction_lost");
        is([yield sp.oauth.isAuthenticated(), network.count("/oauth/token")], [false, 0]);
      });
      return function (_x13) {
        return _ref13.apply(this, arguments);
      };
    }())],
    "begins a second login, which is the one that counts": [(/*#__PURE__*/function () {
      var _ref15 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        open
      }) {
        var sp = open();
        var opened = new Promise(resolve => {
          phone.person = visit => {
            resolve(visit);
            return (0, _$$_REQUIRE(_dependencyMap[3]).waits)();
          };
        });
        var first = fails(sp.oauth.login({
          scope: "read"
        }), "popup_closed");
        yield opened;
        phone.person = _$$_REQUIRE(_dependencyMap[3]).agrees;
        is((yield sp.oauth.login({
          scope: "write"
        })).kind, "signed-in");
        yield first;
        is([yield sp.oauth.hasScope("write"), phone.visits.length], [true, 2]);
      });
      return function (_x15) {
        return _ref15.apply(this, arguments);
      };
    }())],
    "is without a network, and keeps the session": [(/*#__PURE__*/function () {
      var _ref16 = (0, _asyncToGenerator2.default)(function* (app) {
        var sp = yield signedIn(app, "read");
        app.network.lets = () => false;
        yield fails(sp.oauth.getAccessToken({
          forceRefresh: true
        }), "network");
        yield fails(sp.oauth.getUser(), "network");
        is(yield sp.oauth.isAuthenticated(), true);
        app.network.lets = () => true;
        is((yield sp.oauth.getUser()).handle, app.settings.user);
      });
      return function (_x16) {
        return _ref16.apply(this, arguments);
      };
    }())],
    "signs out": [(/*#__PURE__*/function () {
      var _ref17 = (0, _asyncToGenerator2.default)(function* (app) {
        var sp = yield signedIn(app, "read");
        var token = yield sp.oauth.getAccessToken();
        yield sp.oauth.logout();
        is([yield sp.oauth.isAuthenticated(), app.network.count("POST /v1/oauth/revoke")], [false, 1]);
        yield fails(sp.oauth.getUser(), "not_signed_in");
        var answer = yield fetch(`${app.settings.config.baseUrl}/me`, {
          headers: {
            Authorization: `Bearer ${token}`
          }
        });
        is(answer.status, 401);
      });
      return function (_x17) {
        return _ref17.apply(this, arguments);
      };
    }()), (/*#__PURE__*/function () {
      var _ref18 = (0, _asyncToGenerator2.default)(function* ({
        open
      }) {
        var sp = open();
        yield sp.ready();
        is(sp.oauth.session.get().status, "signed-out");
      });
      return function (_x18) {
        return _ref18.apply(this, arguments);
      };
    }())]
  };
  function byLink(type) {
    return /*#__PURE__*/function () {
      var _ref19 = (0, _asyncToGenerator2.default)(function* ({
        phone,
        network,
        settings,
        open
      }) {
        var sp = open();
        phone.person = (0, _$$_REQUIRE(_dependencyMap[3]).comesByLink)(type);
        var _yield$sp$oauth$login2 = yield sp.oauth.login({
            scope: "read"
          }),
          kind = _yield$sp$oauth$login2.kind,
          user = _yield$sp$oauth$login2.user;
        is([kind, user.handle], ["signed-in", settings.user]);
        is(network.count("POST /v1/oauth/token"), 1);
      });
      return function (_x19) {
        return _ref19.apply(this, arguments);
      };
    }();
  }
  function signedIn(_x20, _x21) {
    return _signedIn.apply(this, arguments);
  }
  /** A second of noise that nobody else has, as a picker gives a file: WAV, 8 bits, 8000 a second. */
  function _signedIn() {
    _signedIn = (0, _asyncToGenerator2.default)(function* ({
      open
    }, scope) {
      var sp = open();
      is((yield sp.oauth.login({
        scope
      })).kind, "signed-in");
      return sp;
    });
    return _signedIn.apply(this, arguments);
  }
  function sound(_x22) {
    return _sound.apply(this, arguments);
  }
  /** No library of assertions runs everywhere that this does. */
  function _sound() {
    _sound = (0, _asyncToGenerator2.default)(function* ({
      phone
    }) {
      var noise = String.fromCharCode(...phone.random(8000));
      var number = (value, bytes) => Array.from({
        length: bytes
      }, (_, at) => String.fromCharCode(value >>> 8 * at & 255)).join("");
      var format = `fmt ${number(16, 4)}${number(1, 2)}${number(1, 2)}${number(8000, 4)}${number(8000, 4)}${number(1, 2)}${number(8, 2)}`;
      var wav = `RIFF${number(36 + noise.length, 4)}WAVE${format}data${number(noise.length, 4)}${noise}`;
      return {
        uri: `data:audio/wav;base64,${(0, _$$_REQUIRE(_dependencyMap[4]).toBase64)(wav)}`,
        name: "take.wav",
        type: "audio/wav"
      };
    });
    return _sound.apply(this, arguments);
  }
  function is(actual, expected) {
    var _map = [actual, expected].map(value => JSON.stringify(value)),
      _map2 = (0, _slicedToArray2.default)(_map, 2),
      shown = _map2[0],
      wanted = _map2[1];
    if (shown !== wanted) throw new Error(`${shown}, and not ${wanted}`);
  }
  function fails(_x23, _x24) {
    return _fails.apply(this, arguments);
  }
  function _fails() {
    _fails = (0, _asyncToGenerator2.default)(function* (work, code) {
      var error = yield work.then(value => {
        throw new Error(`it should have failed with ${code}, and gave ${JSON.stringify(value)}`);
      }, error => error);
      if (error.code !== code) throw error;
      return error;
    });
    return _fails.apply(this, arguments);
  }
},32,[2,7,3,6,33]);
__d(function (global, _$$_REQUIRE, _$$_IMPORT_DEFAULT, _$$_IMPORT_ALL, module, exports, _dependencyMap) {
  var _interopRequireDefault = _$$_REQUIRE(_dependencyMap[0]);
  Object.defineProperty(exports, "__esModule", {
    value: true
  });
  exports.fromBase64 = fromBase64;
  exports.fromUtf8 = fromUtf8;
  exports.toBase64 = toBase64;
  exports.toUtf8 = undefined;
  var _slicedToArray2 = _interopRequireDefault(_$$_REQUIRE(_dependencyMap[1]));
  // Bytes as texts with one letter for each, for engines that have neither TextEncoder nor atob.

  var DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  function toBase64(bytes) {
    var written = "";
    var _loop = function (at) {
      var _map = [0, 1, 2].map(next => at + next < bytes.length ? bytes.charCodeAt(at + next) : undefined),
        _map2 = (0, _slicedToArray2.default)(_map, 3),
        one = _map2[0],
        _map2$ = _map2[1],
        two = _map2$ === undefined ? 0 : _map2$,
        _map2$2 = _map2[2],
        three = _map2$2 === undefined ? 0 : _map2$2;
      var bits = one << 16 | two << 8 | three;
      written += [18, 12, 6, 0].map(shift => DIGITS[bits >> shift & 63]).join("");
    };
    for (var at = 0; at < bytes.length; at += 3) {
      _loop(at);
    }
    var missing = (3 - bytes.length % 3) % 3;
    return written.slice(0, written.length - missing) + "=".repeat(missing);
  }
  function fromBase64(written) {
    var digits = written.replace(/=+$/, "");
    var bytes = [];
    var _loop2 = function (at) {
      var _map3 = [0, 1, 2, 3].map(next => Math.max(0, DIGITS.indexOf(digits.charAt(at + next) || "A"))),
        _map4 = (0, _slicedToArray2.default)(_map3, 4),
        one = _map4[0],
        two = _map4[1],
        three = _map4[2],
        four = _map4[3];
      var bits = one << 18 | two << 12 | three << 6 | four;
      bytes.push(String.fromCharCode(bits >> 16 & 255, bits >> 8 & 255, bits & 255));
    };
    for (var at = 0; at < digits.length; at += 4) {
      _loop2(at);
    }
    return bytes.join("").slice(0, Math.floor(digits.length * 3 / 4));
  }
  var toUtf8 = text => unescape(encodeURIComponent(text));
  exports.toUtf8 = toUtf8;
  function fromUtf8(bytes) {
    try {
      return decodeURIComponent(escape(bytes));
    } catch {
      // No UTF-8. Phones put replacement characters there; nothing here depends on which.
      return bytes.replace(/[\u0080-\u00ff]/g, "\ufffd");
    }
  }
},33,[2,7]);
__r(0);