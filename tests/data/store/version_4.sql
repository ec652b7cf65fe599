PRAGMA application_id = 1735550066;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE baselines (  -- times of our own programs: measured again at no loss
    key TEXT PRIMARY KEY NOT NULL,
    curve TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
CREATE TABLE commented (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    comment TEXT NOT NULL,       -- '' = nothing any more
    commented_by TEXT NOT NULL,
    commented_at TEXT NOT NULL   -- ISO 8601 with the zone's offset, here and below
);
INSERT INTO "commented" VALUES(1,'24A1201','図が
見やすい','TA','2025-05-01T12:00:00+09:00');
CREATE TABLE confirmed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    points TEXT NOT NULL,        -- JSON, by criterion
    total REAL NOT NULL,
    confirmed_by TEXT NOT NULL,
    confirmed_at TEXT NOT NULL
);
INSERT INTO "confirmed" VALUES(1,'24A1201','{"form": 2.0, "program": 3.5}',5.5,'教員','2025-05-01T12:00:00+09:00');
CREATE TABLE course (
    assignment TEXT NOT NULL
);
INSERT INTO "course" VALUES('kadai1');
CREATE TABLE decided (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    student TEXT NOT NULL,
    criterion TEXT NOT NULL,
    points REAL NOT NULL,
    decided_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_at TEXT NOT NULL     -- ISO 8601 with the zone's offset
);
INSERT INTO "decided" VALUES(1,'24A1201','form',1.0,'TA','読みやすい','2025-05-01T12:00:00+00:00');
CREATE TABLE derived (
    student TEXT PRIMARY KEY NOT NULL REFERENCES observed (student),
    sheet TEXT NOT NULL          -- JSON
) WITHOUT ROWID;
INSERT INTO "derived" VALUES('24A1201','{"assignment":"kadai1","student":"24A1201","awards":[{"criterion":"program","title":{"ja":"\u5185\u5bb9","en":"Content"},"points":4.0,"max":4.0,"decided_by":"grader","reason":"passed","checks":["COR001"]}],"findings":[{"check":"COR001","subject":"matmul","verdict":"failed","case":"","params":{"text":"a","whole":1,"part":0.5,"list":["a","b"],"texts":{"ja":"\u5185\u5bb9","en":"Content"}},"locations":[{"file":"kadai1.py","line":1,"text":"","cell":0,"page":0}]}],"lateness":null}');
CREATE TABLE exported (
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    total REAL,                  -- NULL = not decided
    points TEXT NOT NULL,        -- JSON, by criterion; open ones are missing
    state TEXT NOT NULL,
    comment TEXT NOT NULL,
    PRIMARY KEY (export, student)
) WITHOUT ROWID;
INSERT INTO "exported" VALUES(1,'24A1201',5.5,'{"form": 2.0, "program": 3.5}','confirmed','図が');
INSERT INTO "exported" VALUES(1,X'323441EDB283',NULL,'{}','open','');
CREATE TABLE exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,          -- 'csv', 'moodle', …
    target TEXT NOT NULL,        -- the file's name
    exported_at TEXT NOT NULL
);
INSERT INTO "exports" VALUES(1,'csv','kadai1.csv','2025-05-01T12:00:00+09:00');
CREATE TABLE observed (
    student TEXT PRIMARY KEY NOT NULL,
    key TEXT NOT NULL,           -- what the observation depends on; '' = to be tried again
    schema INTEGER NOT NULL,     -- of the evidence
    evidence TEXT NOT NULL,      -- JSON
    handed_in INTEGER NOT NULL   -- 1: in the folder that was graded last
) WITHOUT ROWID;
INSERT INTO "observed" VALUES('24A1201','sha256:1',3,'{"assignment":"kadai1","student":"24A1201","digest":"d","key":"sha256:1","main":"kadai1.py","encoding":"utf-8","candidates":[],"files":["kadai1.py"],"troubles":[{"file":"x","trouble":"link","detail":"","location":{"file":"\udc83kadai1.py","line":3,"text":"import numpy","cell":2,"page":0}}],"exercises":[{"exercise":"matmul","source":{"status":"ok","uses":[{"check":"POL001","what":"numpy","certainty":"sure","reason":"import","location":{"file":"\udc83kadai1.py","line":3,"text":"import numpy","cell":2,"page":0}}],"syntax":null,"definitions":[{"name":"f","file":"kadai1.py","line":1,"parameters":["a","b"],"required":2,"accepts":2,"loops":3,"multiplies":true,"constructor":true,"libraries":[],"ways":null}],"local_modules":[],"names":[],"libraries":[],"requirement":"not-asked","instead":[],"timed":[],"multiplies":false,"pasted":[],"lifted":null,"detail":"","c":null},"load":{"status":"ok","wall_seconds":0.0,"cpu_seconds":0.0,"peak_mib":0.0,"exit_signal":0,"exit_code":0,"stderr_tail":"","traceback":null,"detail":"","returned_seconds":0.0},"load_mode":"whole","whole_load":null,"entry":{"target":{"name":"f","convention":"(a, b)","form":"lists","shape":[],"constant":false,"cleared":false,"net":[],"loss":"","roles":[],"profiled":false,"times":1},"how":"probe","file":"kadai1.py","line":1,"others":[]},"probes":[],"comparisons":[{"case":{"size":3,"kind":"floats"},"run":{"status":"runtime-error","wall_seconds":0.25,"cpu_seconds":0.0,"peak_mib":0.0,"exit_signal":0,"exit_code":0,"stderr_tail":"","traceback":{"type":"ValueError","message":"\ud800","frames":[["kadai1.py",3,"f"]],"lines":[]},"detail":"","returned_seconds":0.0},"outcome":"wrong-value","expected_shape":[3,3],"kind":null,"shape":[],"container":"","elements":"","description":"","first_wrong":{"row":0,"column":1,"expected":"1","got":"nan"},"given":"","error_ratio":Infinity,"lookalikes":["transposed"],"inputs_changed":false,"alone":"equal","asked":true,"misfits":[]}],"lessons":{"transposed":{"name":{"ja":"\u5185\u5bb9","en":"Content"},"lesson":{"ja":"\u5185\u5bb9","en":"Content"},"excusable":false}},"plots":[{"kind":"plot","x":[1.0,NaN],"y":[2.0,-Infinity],"label":"","figure":0,"title":"","xlabel":"","ylabel":"","xscale":"","yscale":""}],"seed":"00ff","trouble":"","waiting":[],"place":{},"key":"","unproved":false,"timing":{"curve":{"points":[{"size":8,"seconds":[0.1,0.2],"device_seconds":[0.05,0.1]}],"fit":{"exponent":2.9,"low":2.8,"high":3.1,"overhead":1e-06,"factor":1e-09,"first":8,"unknown":""}},"baselines":{"numpy":{"points":[{"size":64,"seconds":[0.1],"device_seconds":[]}],"fit":{"exponent":0.0,"low":0.0,"high":0.0,"overhead":0.0,"factor":0.0,"first":0,"unknown":"few-sizes"}}},"conditions":{"load":0.5,"stolen":0.0,"frequency_mhz":[1000.0,2000.0],"processor":"CPU"},"noisy":[8],"left_out":[512],"ended":"timeout","ended_size":256,"trouble":"","key":"sha256:2","machine":"a machine"},"inputs":2,"net":null,"rank":0}],"machine":{"rung":"A"},"grader":"0","cells":[],"trouble":"","program":{"run":{"status":"ok","wall_seconds":0.0,"cpu_seconds":0.0,"peak_mib":0.0,"exit_signal":0,"exit_code":0,"stderr_tail":"","traceback":null,"detail":"","returned_seconds":0.0},"cut":true,"answers":["3","3"],"output":"n=8 0.1\ud800","plots":[{"kind":"plot","x":[1.0,Infinity],"y":[2.0,NaN],"label":"","figure":1,"title":"\u8868","xlabel":"","ylabel":"","xscale":"","yscale":""}],"files":[["graph.txt",3]],"matrices":[{"name":"x","shape":[2,2],"container":"list of list","elements":"int"}],"products":[{"left":"x","right":"y","result":"z","size":2}],"series":[{"source":"plot","name":"\u8868","sizes":[8,16],"seconds":[0.1,0.2],"exercise":""}],"trouble":""},"report":null,"received":null,"collected":[]}',1);
CREATE TABLE told (  -- what an export put into the LMS's column for comments
    export INTEGER NOT NULL REFERENCES exports (id),
    student TEXT NOT NULL,
    feedback TEXT NOT NULL,
    PRIMARY KEY (export, student)
) WITHOUT ROWID;
INSERT INTO "told" VALUES(1,'24A1201','得点: 5.5 / 8 点');
CREATE TRIGGER decided_is_never_changed BEFORE UPDATE ON decided BEGIN SELECT RAISE(ABORT, 'decisions are never changed; add another one'); END;
CREATE TRIGGER decided_is_never_deleted BEFORE DELETE ON decided BEGIN SELECT RAISE(ABORT, 'decisions are never deleted; add another one'); END;
CREATE TRIGGER commented_is_never_changed BEFORE UPDATE ON commented BEGIN SELECT RAISE(ABORT, 'comments are never changed; add another one'); END;
CREATE TRIGGER commented_is_never_deleted BEFORE DELETE ON commented BEGIN SELECT RAISE(ABORT, 'comments are never deleted; add another one'); END;
CREATE TRIGGER confirmed_is_never_changed BEFORE UPDATE ON confirmed BEGIN SELECT RAISE(ABORT, 'confirmations are never changed; add another one'); END;
CREATE TRIGGER confirmed_is_never_deleted BEFORE DELETE ON confirmed BEGIN SELECT RAISE(ABORT, 'confirmations are never deleted; add another one'); END;
CREATE TRIGGER exports_is_never_changed BEFORE UPDATE ON exports BEGIN SELECT RAISE(ABORT, 'exports are never changed; add another one'); END;
CREATE TRIGGER exports_is_never_deleted BEFORE DELETE ON exports BEGIN SELECT RAISE(ABORT, 'exports are never deleted; add another one'); END;
CREATE TRIGGER exported_is_never_changed BEFORE UPDATE ON exported BEGIN SELECT RAISE(ABORT, 'exports are never changed; add another one'); END;
CREATE TRIGGER exported_is_never_deleted BEFORE DELETE ON exported BEGIN SELECT RAISE(ABORT, 'exports are never deleted; add another one'); END;
CREATE TRIGGER told_is_never_changed BEFORE UPDATE ON told BEGIN SELECT RAISE(ABORT, 'exports are never changed; add another one'); END;
CREATE TRIGGER told_is_never_deleted BEFORE DELETE ON told BEGIN SELECT RAISE(ABORT, 'exports are never deleted; add another one'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('decided',1);
INSERT INTO "sqlite_sequence" VALUES('commented',1);
INSERT INTO "sqlite_sequence" VALUES('confirmed',1);
INSERT INTO "sqlite_sequence" VALUES('exports',1);
COMMIT;
